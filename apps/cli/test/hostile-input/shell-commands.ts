import { posix } from 'node:path'

/** The last segment of a path, in a form that is no option. */
const nameOf = (path: string): string => `./${posix.basename(path)}`

/** Quotes a word for a POSIX shell. */
const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** Commands that copy the file `draft` to a path, in the ways in which agents write it. */
export const SHELL_COMMANDS: readonly ((target: string) => string)[] = [
  (target) => `cp draft ${quote(target)}`,
  (target) => `cp -f ./draft ${quote(`./${target}`)} && echo done`,
  (target) => `cat draft > ${quote(target)}`,
  (target) => `cat < draft 2>/dev/null >>${quote(target)}`,
  (target) => `cat draft | tee ${quote(target)} >/dev/null`,
  (target) => `cp draft copy && mv copy ${quote(target)}`,
  (target) => `cd ${quote(posix.dirname(target))} && cat "$OLDPWD/draft" > ${quote(nameOf(target))}`,
  (target) => `(cd ${quote(posix.dirname(target))}; cp "$OLDPWD"/draft ${quote(nameOf(target))})`,
  (target) => `bash -c 'cp "$0" "$1"' draft ${quote(target)}`,
  (target) => `sh -c ${quote(`cp draft ${quote(target)}`)}`,
  (target) => `env X=1 timeout 20 nice cp draft ${quote(target)}`,
  (target) => `if true; then cp draft ${quote(target)}; fi`,
  (target) => `F=${quote(target)}; cp draft "$F"`,
  (target) => `for f in ${quote(target)}; do cat draft > "$f"; done`,
  (target) => `dd if=draft of=${quote(target)} 2>/dev/null`,
  (target) => `cat draft > "$PWD"/${quote(target)}`,
  (target) => `install -m 644 draft ${quote(target)}`,
  (target) => `find . -maxdepth 1 -name draft -exec cp {} ${quote(target)} \\;`,
  (target) => `eval ${quote(`cp draft ${quote(target)}`)}`,
  (target) => `printf '%s' draft | xargs -I{} cp {} ${quote(target)}`,
  (target) => `f() { cp draft "$1"; }; f ${quote(target)}`,
  (target) => `exec 3> ${quote(target)}; cat draft >&3; exec 3>&-`,
  (target) => `rsync -a draft ${quote(target)} 2>/dev/null || cp draft ${quote(target)}`,
  (target) =>
    `cp -r ${quote(posix.dirname(target))} folder && cp draft folder/${quote(posix.basename(target))} && cp -r folder/. ${quote(posix.dirname(target))}`,
]
