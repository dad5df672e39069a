/** Commands that write every file that they name, and those that write the last one. */
const WRITES_ALL = /^(tee|touch|truncate|sed|perl|dd|curl|wget|rm|unlink|shred)$/
const WRITES_LAST = /^(cp|mv|ln|install|rsync)$/

/**
 * The files that a shell command plainly writes: where output is redirected, and where a command that writes names them.
 * What a program writes by itself cannot be seen here; the sweep at the end of a turn finds it.
 */
export function pathsWrittenByShell(command: string): string[] {
  return command.split(/\|\|?|&&|;|\n/).flatMap((part) => {
    const words = wordsOf(part)
    const redirected = words.flatMap((word, index) =>
      /^(\d|&)?>>?\|?$/.test(word) ? [words[index + 1] ?? ''] : [],
    )
    const plain = words.filter(
      (word, index) => !isRedirection(word) && !isRedirection(words[index - 1] ?? ''),
    )
    const [name = '', ...args] = plain.filter((word) => !/^(sudo|env|command|\w+=.*)$/.test(word))
    const files = args.filter((arg) => !arg.startsWith('-')).map((arg) => arg.replace(/^of=/, ''))
    const written = WRITES_ALL.test(name) ? files : WRITES_LAST.test(name) ? files.slice(-1) : []
    return [...redirected, ...written].filter((path) => path !== '' && !path.startsWith('/dev/'))
  })
}

const isRedirection = (word: string): boolean => /^(\d|&)?[<>]{1,3}[|&]?$/.test(word)

/** The words of a simple command, without their quotes; redirections stand alone. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/(?:\d|&)?[<>]{1,3}[|&]?|(?:[^\s"'<>\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g)].map(
    ([word]) =>
      /^(\d|&)?[<>]/.test(word) ? word : word.replaceAll(/\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/g, '$1$2$3'),
  )
