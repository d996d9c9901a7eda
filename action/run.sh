#!/usr/bin/env bash
# Runs `shinsa` with the words of ARGS and writes its reports. The last step ends with its exit code.
set -uo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
# shellcheck source=program.sh
. "$here/program.sh"
shinsa=$(program) || { echo "Shinsa is not installed in $PWD or above" >&2; exit 3; }
folder=$(mktemp -d "$RUNNER_TEMP/shinsa-report-XXXXXX")
words=()
# Quotes are understood, and nothing else of a shell.
if [ -n "$ARGS" ]; then
  while IFS= read -r word; do words+=("$word"); done < <(printf '%s' "$ARGS" | xargs -n 1 printf '%s\n')
fi
reports=()
case ${words[0]-} in
  run | rerun | resume) reports=(--output "$folder/report.md" --output "$folder/report.json" --output "$folder/report.xml" --output -) ;;
esac
"$shinsa" ${words[@]+"${words[@]}"} ${reports[@]+"${reports[@]}"}
code=$?
if [ ${#reports[@]} -eq 0 ] && [ "$code" -le 1 ]; then
  for file in report.md report.json report.xml; do "$shinsa" export latest --output "$folder/$file"; done
fi
if [ -f "$folder/report.json" ]; then
  runs=$(node -p '[JSON.parse(fs.readFileSync(process.argv[1], "utf8"))].flat().map(({ run }) => run.plan.runId).join(" ")' "$folder/report.json")
  # shellcheck disable=SC2086
  "$shinsa" export $runs --html "$folder/report.html"
fi
printf 'exit-code=%s\nfolder=%s\n' "$code" "$folder" >>"$GITHUB_OUTPUT"
