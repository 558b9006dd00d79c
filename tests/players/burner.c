/* Threads that spin while nobody asks: many "before" the start message is read, or a few "between"
 * its turns, or "never". */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MANY 200
#define FEW 2

static volatile int spinning;

static void *spin(void *unused)
{
    for (;;)
        if (!spinning)
            usleep(10000);
    return unused;
}

int main(int count, char **words)
{
    static char line[1 << 20];
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    const char *when = count > 1 ? words[1] : "never";
    spinning = strcmp(when, "before") == 0;
    for (int number = 0; number < (spinning ? MANY : FEW); number++) {
        pthread_t thread;
        if (pthread_create(&thread, &small, spin, NULL))
            return 1;
    }
    while (spinning)
        sleep(1);
    while (fgets(line, sizeof line, stdin)) {
        char *id = strstr(line, "\"id\":"), *legal = strstr(line, "\"legal\":[\"");
        spinning = 0;
        if (id && legal) {
            char *action = legal + strlen("\"legal\":[\"");
            *strchr(action, '"') = 0;
            printf("{\"id\":%d,\"action\":\"%s\"}\n", atoi(id + strlen("\"id\":")), action);
            fflush(stdout);
        }
        spinning = strcmp(when, "between") == 0;
    }
    return 0;
}
