import type { ProblemType } from '../problems/problem-types.ts'

/** A page that lists the kinds of problems. */
export function errorIndexPage(kinds: Record<string, ProblemType>): string {
  const items = Object.entries(kinds).map(
    ([name, { status, title }]) => `<li>${status} <a href="errors/${name}">${title}</a></li>`,
  )
  return page('Errors', `<ul>\n${items.join('\n')}\n</ul>`)
}

/** A page about one kind of problem. */
export function errorPage(name: string, { status, title, meaning }: ProblemType): string {
  return page(title, `<p>Status ${status}, type <code>${name}</code></p>\n<p>${meaning}</p>`)
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<h1>${title}</h1>
${body}
</html>
`
}
