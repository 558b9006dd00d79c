/* Takes the first listed action. Messages are compact JSON, so a search for the keys will do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_type(const char *line, const char *start) {
    return strncmp(line, start, strlen(start)) == 0;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (is_type(line, "{\"type\":\"end\"")) break;
        if (!is_type(line, "{\"type\":\"decide\"")) continue;
        const char *id = strstr(line, "\"id\":");
        const char *legal = strstr(line, "\"legal\":[\"");
        if (id == NULL || legal == NULL) return 1;
        legal += strlen("\"legal\":[\"");
        printf("{\"id\":%ld,\"action\":\"%.*s\"}\n", strtol(id + strlen("\"id\":"), NULL, 10),
               (int)strcspn(legal, "\""), legal);
        fflush(stdout);
    }
    free(line);
    return 0;
}
