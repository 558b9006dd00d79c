#!/bin/sh
# Takes the first listed action, with nothing but what the shell itself can do.
while read -r line; do
    case $line in
        '{"type":"end"'*) exit 0 ;;
        '{"type":"decide"'*)
            id=${line#*'"id":'}
            action=${line#*'"legal":["'}
            printf '{"id":%s,"action":"%s"}\n' "${id%%,*}" "${action%%\"*}"
            ;;
    esac
done
