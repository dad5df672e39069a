/** A shape of a shell command that writes an artifact. */
export interface Shape {
  readonly name: string
  /**
   * Writes a copy of draft.txt as `{dir}/auditor.json`, where `{dir}` is an existing folder. The project also has
   * `drafts/auditor.json` with the same content, and is a git repository in which everything is committed.
   */
  readonly command: string
  /** A program that is not on every machine. */
  readonly needs?: string
  /** Whether the file is found only in the working area: its path does not stand in the command in one piece. */
  readonly isOnlyInArea?: true
}

const shape = (name: string, command: string, needs?: string): Shape => ({
  name,
  command,
  ...(needs !== undefined && { needs }),
})

const onlyInArea = (name: string, command: string, needs?: string): Shape => ({
  ...shape(name, command, needs),
  isOnlyInArea: true,
})

export const shapes: readonly Shape[] = [
  // Redirections.
  shape('a redirect', 'cat draft.txt > {dir}/auditor.json'),
  shape('a redirect that appends', 'cat draft.txt >> {dir}/auditor.json'),
  shape('a redirect that overrides noclobber', 'set -C; cat draft.txt >| {dir}/auditor.json'),
  shape('a redirect of both streams', 'cat draft.txt &> {dir}/auditor.json'),
  shape('a redirect in front of the command', '> {dir}/auditor.json cat draft.txt'),
  shape('a redirect of another descriptor', 'cat draft.txt 3> {dir}/auditor.json >&3'),
  shape('a redirect of a descriptor of two digits', 'cp draft.txt {dir}/auditor.json 10> log'),
  shape(
    'a redirect after a quoted quote',
    "echo $'it\\'s' > x.txt; cat draft.txt > {dir}/auditor.json; echo 'x'",
  ),
  shape('a redirect that opens for reading and writing', 'cat draft.txt 1<> {dir}/auditor.json'),
  shape('a redirect of the shell itself', 'exec > {dir}/auditor.json; cat draft.txt'),
  shape('a redirect of a group', '{ cat draft.txt; } > {dir}/auditor.json'),
  shape('a redirect of a loop', 'while read -r line; do echo "$line"; done < draft.txt > {dir}/auditor.json'),
  shape('a redirect of a subshell', '(cat draft.txt) > {dir}/auditor.json'),
  onlyInArea('a redirect with quotes in the middle of the path', 'cat draft.txt > {dir}/"audi"\'tor\'.json'),
  onlyInArea('a redirect to a path with $PWD', 'cat draft.txt > $PWD/{dir}/auditor.json'),
  onlyInArea('a redirect to a quoted path with ${PWD}', 'cat draft.txt > "${PWD}/{dir}/auditor.json"'),
  shape('a redirect to a variable', 'f={dir}/auditor.json; cat draft.txt > "$f"'),
  onlyInArea(
    'a redirect below a folder in a variable',
    'dir={dir}; mkdir -p $dir && cat draft.txt > $dir/auditor.json',
  ),
  onlyInArea('a redirect to a name in a variable', 'name=auditor; cat draft.txt > {dir}/$name.json'),
  onlyInArea('a redirect to a variable with a default', 'cat draft.txt > ${OUT:-{dir}/auditor.json}'),
  onlyInArea('a redirect to a path from a substitution', 'cat draft.txt > "$(echo {dir})/auditor.json"'),
  shape('a redirect to a path from backticks', 'cat draft.txt > `echo {dir}/auditor.json`'),
  onlyInArea('a redirect to a path in the home directory', 'cat draft.txt > ~/{dir}/auditor.json'),
  shape('a redirect to a path with ..', 'cat draft.txt > drafts/../{dir}/auditor.json'),
  // Here-documents and here-strings.
  shape('a here-document', 'cat > {dir}/auditor.json <<\'EOF\'\n{ "schema": "finding.v1" }\nEOF'),
  shape('a here-document with tabs', 'cat <<-EOF > {dir}/auditor.json\n\t{ "schema": "finding.v1" }\n\tEOF'),
  shape('a here-string', 'cat <<< "$(cat draft.txt)" > {dir}/auditor.json'),
  shape('a script for bash in a here-document', "bash <<'EOF'\ncat draft.txt > {dir}/auditor.json\nEOF"),
  onlyInArea(
    'a script for sh in a here-document after cd',
    'cd {dir}\nsh <<EOF\ncat "$OLDPWD/draft.txt" > auditor.json\nEOF',
  ),
  // Folders.
  onlyInArea('cd, and a redirect', 'cd {dir} && cat "$OLDPWD/draft.txt" > auditor.json'),
  onlyInArea('cd in a subshell', '(cd {dir} && cat "$OLDPWD/draft.txt" > auditor.json)'),
  onlyInArea(
    'cd in two steps',
    'cd {dir}; cd ..; cat "$OLDPWD/../draft.txt" > /dev/null; cd "$OLDPWD"; cp {root}/draft.txt auditor.json',
  ),
  onlyInArea('pushd and popd', 'pushd {dir} > /dev/null; cp {root}/draft.txt auditor.json; popd > /dev/null'),
  onlyInArea('cd in bash -c', "bash -c 'cd {dir} && cp {root}/draft.txt auditor.json'"),
  onlyInArea('a path after cd to another folder', 'cd drafts && cp auditor.json ../{dir}/'),
  // Commands that copy and rename.
  shape('cp', 'cp draft.txt {dir}/auditor.json'),
  onlyInArea('cp to a folder', 'cp drafts/auditor.json {dir}'),
  onlyInArea('cp -t', 'cp -t {dir} drafts/auditor.json'),
  onlyInArea('cp of a folder', 'cp -r drafts {dir}/'),
  onlyInArea('cp of the content of a folder', 'cp -r drafts/. {dir}'),
  onlyInArea(
    'cp -a, which keeps the times',
    'touch -d 2020-01-01 drafts/auditor.json; cp -a drafts/auditor.json {dir}/',
  ),
  onlyInArea('cp of a pattern', 'cp drafts/*.json {dir}'),
  onlyInArea('tee with braces', 'cat draft.txt | tee {dir}/{auditor,other}.json'),
  shape(
    'cp to a path with a pattern',
    'cp draft.txt {dir}/auditor.json.new; mv {dir}/aud*.new {dir}/auditor.json',
  ),
  shape('mv', 'mv draft.txt {dir}/auditor.json'),
  shape('mv of an old file', 'touch -d 2020-01-01 draft.txt; mv draft.txt {dir}/auditor.json'),
  onlyInArea('mv of a pattern', 'mv drafts/a*.json {dir}/'),
  onlyInArea('mv of a folder', 'mv drafts {dir}/more'),
  onlyInArea('mv in place of an existing folder', 'rmdir {dir}; mv drafts {dir}'),
  shape(
    'a file next to its target, and mv',
    'cat draft.txt > {dir}/.tmp && mv {dir}/.tmp {dir}/auditor.json',
  ),
  shape('a temporary file, and mv', 'tmp=$(mktemp); cat draft.txt > $tmp; mv "$tmp" {dir}/auditor.json'),
  shape('ln', 'ln draft.txt {dir}/auditor.json'),
  shape('ln -s', 'ln -s {root}/draft.txt {dir}/auditor.json'),
  shape('install', 'install -m 644 draft.txt {dir}/auditor.json'),
  shape('rsync', 'rsync -a drafts/ {dir}/', 'rsync'),
  shape('dd', 'dd if=draft.txt of={dir}/auditor.json status=none'),
  shape(
    'a touch after the write',
    'cp draft.txt {dir}/auditor.json && touch -d 2001-01-01 {dir}/auditor.json',
  ),
  // Commands with the file as operand or option.
  shape('tee', 'cat draft.txt | tee {dir}/auditor.json > /dev/null'),
  shape('tee -a', 'cat draft.txt | tee -a {dir}/auditor.json'),
  shape('sponge', 'cat draft.txt | sponge {dir}/auditor.json', 'sponge'),
  shape('jq', 'jq . draft.txt > {dir}/auditor.json', 'jq'),
  shape(
    'jq to a file next to it, and mv',
    'jq . draft.txt > {dir}/x.tmp && mv {dir}/x.tmp {dir}/auditor.json',
    'jq',
  ),
  shape('sed -i', 'cp draft.txt {dir}/auditor.json; sed -i s/low/high/ {dir}/auditor.json'),
  shape('sed with the command w', "sed -n 'w {dir}/auditor.json' draft.txt"),
  shape('awk that redirects', `awk '{ print > "{dir}/auditor.json" }' draft.txt`),
  shape(
    'awk with a program in a file',
    `echo '{ print > "{dir}/auditor.json" }' > x.awk; awk -f x.awk draft.txt`,
  ),
  shape('sed with a script in a file', "echo 'w {dir}/auditor.json' > x.sed; sed -nf x.sed draft.txt"),
  shape(
    'perl with a program in a file',
    `echo 'open F, ">", "{dir}/auditor.json"; print F "{}"' > x.pl; perl -n x.pl draft.txt`,
    'perl',
  ),
  shape('awk', 'awk 1 draft.txt > {dir}/auditor.json'),
  shape('perl -i', "cp draft.txt {dir}/auditor.json; perl -pi -e 's/low/high/' {dir}/auditor.json", 'perl'),
  shape('perl that opens a file', `perl -e 'open F, ">", "{dir}/auditor.json"; print F "{}"'`, 'perl'),
  shape('sort -o', `echo '{ "schema": "finding.v1" }' | sort -o {dir}/auditor.json`),
  shape(
    'split',
    'split -b 100k --additional-suffix=.json draft.txt {dir}/auditor && mv {dir}/auditor?*.json {dir}/auditor.json',
  ),
  shape('curl -o', 'curl -s file://{root}/draft.txt -o {dir}/auditor.json', 'curl'),
  onlyInArea('curl -O after cd', 'cd {dir} && curl -s -O file://{root}/drafts/auditor.json', 'curl'),
  shape('patch', 'diff -u /dev/null draft.txt | patch -s {dir}/auditor.json', 'patch'),
  onlyInArea(
    'a patch that names the file',
    'diff -u /dev/null draft.txt | sed "s|^+++ .*|+++ b/{dir}/auditor.json|" | patch -s -p1',
    'patch',
  ),
  shape(
    'git apply',
    'git diff --no-index --no-prefix /dev/null draft.txt | sed "s|draft.txt|{dir}/auditor.json|" | git apply -p0',
  ),
  onlyInArea('ed', 'printf "r draft.txt\\nw {dir}/auditor.json\\nq\\n" | ed -s', 'ed'),
  // Other programs.
  shape(
    'python with a here-document',
    "python3 - <<'EOF'\nopen('{dir}/auditor.json', 'w').write(open('draft.txt').read())\nEOF",
    'python3',
  ),
  shape('python -c', `python3 -c "import shutil; shutil.copy('draft.txt', '{dir}/auditor.json')"`, 'python3'),
  onlyInArea(
    'python that joins the path',
    `python3 -c "import os, shutil; shutil.copy('draft.txt', os.path.join('{dir}', 'auditor' + '.json'))"`,
    'python3',
  ),
  shape('node -e', `node -e "fs.copyFileSync('draft.txt', '{dir}/auditor.json')"`),
  shape(
    'node with a here-document',
    "node - <<'EOF'\nrequire('fs').copyFileSync('draft.txt', '{dir}/auditor.json')\nEOF",
  ),
  shape(
    'a program with the path as argument',
    `node -e 'fs.copyFileSync("draft.txt", process.argv[1])' {dir}/auditor.json`,
  ),
  onlyInArea(
    'a script file',
    "echo 'cp draft.txt {dir}/auditor.json' > make.sh; bash make.sh; rm make.sh; true",
  ),
  onlyInArea('a script that was there', './generate.sh {dir}'),
  onlyInArea('a script with the name of a command that reads', 'mv generate.sh find; ./find {dir}'),
  onlyInArea('a script that is sourced', '. ./generate.sh {dir}'),
  onlyInArea('make', 'make -s artifacts', 'make'),
  onlyInArea('npm run', 'npm run --silent artifacts'),
  // Archives and version control.
  onlyInArea('tar', 'tar -C drafts -cf d.tar auditor.json && tar -C {dir} -xf d.tar'),
  onlyInArea('tar in a pipe', 'tar -C drafts -c . | (cd {dir} && tar -x)'),
  onlyInArea('unzip', 'unzip -q -o drafts.zip -d {dir}', 'unzip'),
  onlyInArea('git stash pop', 'git stash pop -q # {dir}'),
  shape('git checkout of a file', 'git checkout -q with-artifact -- {dir}/auditor.json'),
  onlyInArea('git checkout of a branch', 'git checkout -q with-artifact'),
  onlyInArea('git merge', 'git merge -q with-artifact'),
  shape('git show', 'git show with-artifact:{dir}/auditor.json > {dir}/auditor.json'),
  // Control structures.
  shape('if', 'if true; then cp draft.txt {dir}/auditor.json; fi'),
  shape('else', 'if false; then :; else cp draft.txt {dir}/auditor.json; fi'),
  onlyInArea('for', 'for name in auditor; do cp draft.txt {dir}/$name.json; done'),
  onlyInArea('for over folders', 'for dir in {dir}; do cp drafts/auditor.json "$dir"; done'),
  shape('while', 'while ! [ -e {dir}/auditor.json ]; do cp draft.txt {dir}/auditor.json; done'),
  shape('until', 'until cp draft.txt {dir}/auditor.json; do :; done'),
  shape('case', 'case a in a) cp draft.txt {dir}/auditor.json;; esac'),
  shape('!', '! cp draft.txt {dir}/auditor.json; true'),
  shape('&&', 'test -e draft.txt && cp draft.txt {dir}/auditor.json'),
  shape('||', 'test -e missing || cp draft.txt {dir}/auditor.json'),
  shape('a function', 'save() { cat draft.txt > {dir}/auditor.json; }; save'),
  shape('a function with the path as argument', 'save() { cat draft.txt > "$1"; }; save {dir}/auditor.json'),
  onlyInArea('the keyword function', 'function save { cp draft.txt "$1"/auditor.json; }; save {dir}'),
  shape('a background command', 'cp draft.txt {dir}/auditor.json & wait'),
  shape('a coprocess', 'coproc cp draft.txt {dir}/auditor.json; wait'),
  shape('a backslash and a line break', 'cp \\\n  draft.txt \\\n  {dir}/auditor.json'),
  shape('a comment in between', 'cp draft.txt x.txt # cp it\ncp x.txt {dir}/auditor.json # done'),
  shape('a trap', "trap 'cp draft.txt {dir}/auditor.json' EXIT; true"),
  // Commands in commands.
  shape('bash -c', "bash -c 'cp draft.txt {dir}/auditor.json'"),
  shape('bash -lc', 'bash -lc "cat draft.txt > {dir}/auditor.json"'),
  shape('sh -c with a variable', `f={dir}/auditor.json sh -c 'cat draft.txt > "$f"'`),
  shape('sh -c with an argument', `sh -c 'cp draft.txt "$1"' sh {dir}/auditor.json`),
  shape('bash -c in bash -c', `bash -c "bash -c 'cp draft.txt {dir}/auditor.json'"`),
  shape('eval', 'eval "cp draft.txt {dir}/auditor.json"'),
  shape('eval of a variable', 'c="cp draft.txt {dir}/auditor.json"; eval "$c"'),
  shape('a command substitution', 'x=$(cp draft.txt {dir}/auditor.json)'),
  shape('a command substitution in quotes', 'echo "$(cp draft.txt {dir}/auditor.json)"'),
  shape('backticks', 'echo `cp draft.txt {dir}/auditor.json`'),
  shape('a process substitution', 'cat draft.txt | tee >(cat > {dir}/auditor.json) > /dev/null; sleep 0.2'),
  shape('a shell in a pipe', 'echo "cp draft.txt {dir}/auditor.json" | sh'),
  shape('env', 'env LC_ALL=C cp draft.txt {dir}/auditor.json'),
  shape('env -i', 'env -i PATH="$PATH" cp draft.txt {dir}/auditor.json'),
  shape('a variable before the command', 'LC_ALL=C cp draft.txt {dir}/auditor.json'),
  shape('timeout', 'timeout 10 cp draft.txt {dir}/auditor.json'),
  shape('timeout with options', 'timeout -k 5 10s bash -c "cp draft.txt {dir}/auditor.json"', 'timeout'),
  shape(
    'timeout, with the name of a command that reads among the arguments',
    `timeout 10 node -e 'fs.copyFileSync("draft.txt", process.argv[1])' {dir}/auditor.json test`,
    'timeout',
  ),
  shape('nice', 'nice -n 5 cp draft.txt {dir}/auditor.json'),
  shape('nohup', 'nohup cp draft.txt {dir}/auditor.json > /dev/null 2>&1'),
  shape('stdbuf', 'stdbuf -o L cat draft.txt > {dir}/auditor.json', 'stdbuf'),
  shape('sudo', 'sudo -E cp draft.txt {dir}/auditor.json', 'sudo'),
  shape('sudo tee', 'cat draft.txt | sudo -u root tee {dir}/auditor.json > /dev/null', 'sudo'),
  shape('time', 'time cp draft.txt {dir}/auditor.json'),
  shape('command', 'command cp draft.txt {dir}/auditor.json'),
  shape('the path of a command', '/bin/cp draft.txt {dir}/auditor.json'),
  shape('a command with a backslash', '\\cp draft.txt {dir}/auditor.json'),
  shape('setsid', 'setsid -w cp draft.txt {dir}/auditor.json', 'setsid'),
  shape('flock', 'flock lock cp draft.txt {dir}/auditor.json', 'flock'),
  shape('xargs', 'echo {dir}/auditor.json | xargs cp draft.txt'),
  onlyInArea('xargs with a placeholder', 'echo auditor | xargs -I % cp draft.txt {dir}/%.json'),
  onlyInArea('find -exec', 'find drafts -name "*.json" -exec cp {} {dir}/ \\;'),
  onlyInArea('find in a loop', 'find drafts -name "*.json" | while read -r f; do cp "$f" {dir}; done'),
  shape('a command after others that only read', 'ls && git status -s && cat draft.txt > {dir}/auditor.json'),
]
