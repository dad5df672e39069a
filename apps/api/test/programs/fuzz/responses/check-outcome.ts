import type { components } from '../../../../src/openapi/types.ts'
import { description } from '../../../support/requests/contract.ts'
import type { HttpResponse } from '../connection.ts'
import type { ExpectedPage } from '../model/expected-page.ts'
import { currentTag, type Model, type Resource } from '../model/model.ts'
import type { Outcome } from '../model/rules.ts'
import { expectEncoding } from '../negotiation.ts'
import type { ValidRequest } from '../requests/request.ts'
import { expectSame, expectThat } from './expect.ts'

type ChangePage = components['schemas']['ChangePage']

/** Compares the response with the expected outcome, and adds generated values (id, timestamps, entity tag) to the model. */
export function expectOutcome(
  request: ValidRequest,
  answer: HttpResponse,
  outcome: Outcome,
  model: Model,
): void {
  const { status, headers, text } = answer
  expectSame('status', status, outcome.status)
  expectSame('Idempotent-Replayed', headers.get('idempotent-replayed'), null)
  if (request.requestId !== undefined)
    expectSame('X-Request-Id', headers.get('x-request-id'), request.requestId)
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, string | null>)
  const hasBody = !request.isHead
  const tag = headers.get('etag') ?? ''
  if (hasBody) expectEncoding(request.encodings, answer)
  if ('knownChanges' in outcome) {
    if (hasBody) expectKnownChanges(JSON.parse(text) as ChangePage, outcome.knownChanges, model)
  } else if ('problem' in outcome) {
    const { problem } = outcome
    const received = Object.fromEntries(Object.keys(problem).map((name) => [name, withoutCase(body[name])]))
    if (hasBody) expectSame('members of the problem', received, problem)
  } else if ('tag' in outcome) {
    expectSame('ETag', tag, outcome.tag)
    if (hasBody) expectSame('etag', body['etag'], outcome.tag)
  } else if ('forget' in outcome) {
    outcome.forget()
    model.changes.push(`deleted ${request.input.id}`)
  } else if ('page' in outcome) {
    if (hasBody) expectSame('page', body, outcome.page.body)
    expectLinks(request, answer, outcome.page, model)
  } else if (outcome.status === 304) {
    expectSame('ETag', tag, currentTag(outcome.resource))
  } else if (outcome.status === 201) {
    addCreatedResource(outcome, body, answer, model)
  } else if (outcome.value === undefined) {
    expectSame('ETag', tag, currentTag(outcome.resource))
    if (hasBody) expectSame('body', body, outcome.resource.value)
  } else {
    updateResource(outcome.resource, outcome.value, body, tag)
    model.changes.push(`updated ${String(outcome.resource.value['id'])}`)
  }
}

const MAX_CHANGE_PAGES = 10

/** Checks that the page begins with known changes, and adds it to the model. */
function expectKnownChanges({ content }: ChangePage, known: readonly unknown[], model: Model): void {
  expectSame('known changes', content.slice(0, known.length), known)
  if (content.length > 0) model.changePages.push(content)
  model.changePages.splice(0, model.changePages.length - MAX_CHANGE_PAGES)
}

/** Only the last links are kept, so that most of them lead to resources that exist. */
const MAX_LINKS = 30

/** Compares the Link header with the page, and adds links with a cursor to the model. */
function expectLinks(
  { input: { operation, id } }: ValidRequest,
  { headers }: HttpResponse,
  { body, links }: ExpectedPage,
  model: Model,
): void {
  const targets = [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(
    ([, target = '', relation = '']) => [relation, new URL(target, 'http://host').searchParams] as const,
  )
  if (links !== undefined) {
    const pages = targets.map(([relation, query]) => [relation, Number(query.get('page'))])
    return expectSame('links', Object.fromEntries(pages), links)
  }
  expectSame(
    'links',
    targets.map(([relation]) => relation),
    ['first', ...(body.last ? [] : ['next'])],
  )
  const item = body.content.at(-1)
  // The cursor of a long text depends on its item, which another request may change.
  const isLong = [item?.['name'], item?.['title']].some((text) => (text?.length ?? 0) > 30)
  for (const [relation, query] of targets) {
    if (relation === 'first')
      model.links.push({ operation, id, query: [...query], item: undefined, number: 0 })
    else if (!isLong) model.links.push({ operation, id, query: [...query], item, number: body.number + 1 })
  }
  model.links.splice(0, model.links.length - MAX_LINKS)
}

function addCreatedResource(
  { kind, value }: Extract<Outcome, { status: 201 }>,
  body: Resource['value'],
  { headers }: HttpResponse,
  model: Model,
): void {
  const { id, createdAt, updatedAt } = body
  expectSame('body', body, { ...body, ...value })
  expectThat(
    typeof id === 'string' && !model.projects.has(id) && !model.tasks.has(id),
    `The id ${id} is not new`,
  )
  expectSame('updatedAt', updatedAt, createdAt)
  expectSame('Location', headers.get('location'), PATHS[kind].replace('{id}', id))
  const resources = kind === 'Project' ? model.projects : model.tasks
  model.changes.push(`created ${id}`)
  resources.set(id, { kind, value: body, tags: [headers.get('etag') ?? ''] })
}

/** The path templates of a single project and a single task. */
const PATHS = Object.fromEntries(
  (['Project', 'Task'] as const).map((kind) => [
    kind,
    Object.keys(description.paths).find(
      (path) => description.paths[path]?.get?.operationId === `get${kind}`,
    ) ?? '',
  ]),
) as Record<Resource['kind'], string>

function updateResource(
  resource: Resource,
  value: Resource['value'],
  body: Resource['value'],
  tag: string,
): void {
  const updatedAt = body['updatedAt'] ?? ''
  expectSame('body', body, { ...resource.value, ...value, updatedAt })
  expectThat(updatedAt >= String(resource.value['updatedAt']), `updatedAt has decreased to ${updatedAt}`)
  expectThat(!resource.tags.includes(tag), `The entity tag ${tag} belongs to an earlier version`)
  resource.value = body
  resource.tags.push(tag)
}

/** A UUID in lower case, because the identifier of a problem is spelled as in the request. Other values stay as they are. */
const withoutCase = (value: string | null | undefined): string | null | undefined =>
  value && /^[0-9a-f-]{36}$/i.test(value) ? value.toLowerCase() : value
