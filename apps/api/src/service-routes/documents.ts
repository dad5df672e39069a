import type { Express } from 'express'

import type { Context } from '../http/context.ts'
import { addGetRoute } from '../http/middleware/allowed-methods.ts'
import { requireAcceptable } from '../http/middleware/accept.ts'
import { publishDocument } from '../openapi/publish.ts'
import { PROBLEM_TYPES, type ProblemType } from '../problems/problem-types.ts'

/** Serves the OpenAPI document as JSON and YAML, and the pages about the problem types. */
export function addDocumentRoutes(app: Express, { openApi, config, authenticator }: Context): void {
  const { json, yaml } = publishDocument(openApi, config.publicUrl, authenticator !== undefined)
  addDocument(app, '/v3/api-docs', 'application/json', json)
  addDocument(app, '/v3/api-docs.yaml', 'application/yaml', yaml)
  addDocument(app, '/errors', 'text/html', errorIndexPage(PROBLEM_TYPES))
  for (const [name, problemType] of Object.entries(PROBLEM_TYPES)) {
    addDocument(app, `/errors/${name}`, 'text/html', errorPage(name, problemType))
  }
}

function addDocument(app: Express, path: string, mediaType: string, text: string): void {
  addGetRoute(app, path, requireAcceptable(mediaType), (_request, response) => {
    response.type(mediaType).send(text)
  })
}

/** HTML page with a list of all problem types. */
function errorIndexPage(problemTypes: Record<string, ProblemType>): string {
  const items = Object.entries(problemTypes).map(
    ([name, { status, title }]) => `<li>${status} <a href="errors/${name}">${title}</a></li>`,
  )
  return htmlPage('Errors', `<ul>\n${items.join('\n')}\n</ul>`)
}

/** HTML page about one problem type. */
const errorPage = (name: string, { status, title, meaning }: ProblemType): string =>
  htmlPage(title, `<p>Status ${status}, type <code>${name}</code></p>\n<p>${meaning}</p>`)

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
