import type { ProblemType } from '../problems/problem-types.ts'

/** HTML page with a list of all problem types. */
export function errorIndexPage(problemTypes: Record<string, ProblemType>): string {
  const items = Object.entries(problemTypes).map(
    ([name, { status, title }]) => `<li>${status} <a href="errors/${name}">${title}</a></li>`,
  )
  return htmlPage('Errors', `<ul>\n${items.join('\n')}\n</ul>`)
}

/** HTML page about one problem type. */
export function errorPage(name: string, { status, title, meaning }: ProblemType): string {
  return htmlPage(title, `<p>Status ${status}, type <code>${name}</code></p>\n<p>${meaning}</p>`)
}

function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<h1>${title}</h1>
${body}
</html>
`
}
