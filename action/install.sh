#!/usr/bin/env bash
# The project's own Shinsa, in the version of its lock file; else one that is installed beside it.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
# shellcheck source=program.sh
. "$here/program.sh"
if program >/dev/null; then exit 0; fi
while IFS= read -r folder; do
  if grep -qs 'node_modules/shinsa"' "$folder/package-lock.json"; then
    (cd "$folder" && npm ci)
  elif grep -qsE "^ +['/]?shinsa(@|:)" "$folder/pnpm-lock.yaml"; then
    (cd "$folder" && if command -v pnpm >/dev/null; then pnpm install --frozen-lockfile; else corepack pnpm install --frozen-lockfile; fi)
  else
    continue
  fi
  if program >/dev/null; then exit 0; fi
done < <(folders)
npm install --no-save --no-audit --no-fund -- "shinsa@$VERSION"
