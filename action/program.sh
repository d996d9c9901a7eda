# Where the project's Shinsa is: in this folder, or in one above up to the repository's, where npm and pnpm put what packages share.
folders() {
  local folder=$PWD
  while printf '%s\n' "$folder" && [ ! -e "$folder/.git" ] && [ "$folder" != / ]; do folder=$(dirname "$folder"); done
}

program() {
  local folder
  while IFS= read -r folder; do
    if [ -x "$folder/node_modules/.bin/shinsa" ]; then printf '%s' "$folder/node_modules/.bin/shinsa" && return 0; fi
  done < <(folders)
  return 1
}
