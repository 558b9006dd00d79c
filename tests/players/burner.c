/* Threads that spin while nobody asks: many "before" the start message is read, or a few "between"
 * its turns. Then it tells at each question the processor time since the last one. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MANY 200
#define FEW 2

static volatile int spinning;

static void *spin(void *unused)
{
    for (;;)
        if (!spinning)
            usleep(100);
    return unused;
}

static double processor_s(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return used.tv_sec + used.tv_nsec / 1e9;
}

int main(int count, char **words)
{
    static char line[1 << 20];
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    spinning = count > 1 && strcmp(words[1], "before") == 0;
    for (int number = 0; number < (spinning ? MANY : FEW); number++) {
        pthread_t thread;
        if (pthread_create(&thread, &small, spin, NULL))
            return 1;
    }
    while (spinning)
        sleep(1);
    double before = processor_s();
    while (fgets(line, sizeof line, stdin)) {
        char *id = strstr(line, "\"id\":"), *legal = strstr(line, "\"legal\":[\"");
        spinning = 0;
        if (id && legal) {
            char *action = legal + strlen("\"legal\":[\"");
            *strchr(action, '"') = 0;
            double now = processor_s();
            fprintf(stderr, "%.3f\n", now - before);
            before = now;
            printf("{\"id\":%d,\"action\":\"%s\"}\n", atoi(id + strlen("\"id\":")), action);
            fflush(stdout);
        }
        spinning = 1;
    }
    return 0;
}
