import { description } from '../../support/requests/contract.ts'
import type { HttpResponse } from '../../support/requests/connection.ts'
import type { ExpectedPage } from '../expected-page.ts'
import type { ValidRequest } from '../requests/request.ts'
import type { Outcome } from '../rules.ts'
import { currentTag, type Model, type Resource, type Value } from '../state.ts'
import { expectSame, expectThat } from './expect.ts'

type Problem = Value & { errors?: { field: string }[] }

/** Compares the response with the expected outcome, and adds generated values (id, timestamps, entity tag) to the model. */
export function expectOutcome(
  request: ValidRequest,
  answer: HttpResponse,
  outcome: Outcome,
  model: Model,
): void {
  const { status, headers, text } = answer
  expectSame('status', status, outcome.status)
  const body = (text === '' ? {} : JSON.parse(text)) as unknown
  const tag = headers.get('etag') ?? ''
  if ('isFeed' in outcome) return
  if ('problem' in outcome) {
    const received = Object.keys(outcome.problem).map((name) => [name, withoutCase((body as Value)[name])])
    expectSame('members of the problem', Object.fromEntries(received), outcome.problem)
  } else if ('fields' in outcome) {
    const fields = (body as Problem).errors?.map(({ field }) => field)
    expectSame('invalid fields', fields, outcome.fields)
  } else if ('tag' in outcome) {
    if (outcome.tag !== undefined) expectSame('ETag', tag, outcome.tag)
    expectSame('etag', (body as Value)['etag'], tag)
  } else if ('removed' in outcome) {
    model.remove(String(outcome.removed.value['id']))
  } else if ('page' in outcome) {
    expectSame('page', body, outcome.page.body)
    expectLinks(request, answer, outcome.page, model)
  } else if (outcome.status === 304) {
    expectTag(outcome.resource, tag)
  } else if (outcome.status === 201) {
    addCreated(outcome, [body].flat() as Value[], answer, model)
  } else if (outcome.value === undefined) {
    const { resource, taskCounts } = outcome
    expectTag(resource, tag)
    expectSame('body', body, { ...resource.value, ...(taskCounts && { taskCounts }) })
  } else {
    updateResource(outcome.resource, outcome.value, body as Value, tag)
  }
}

/**
 * Compares the response to a request that was sent again, after one without a response that may have been executed: then a
 * deletion finds nothing, and an expected version is an earlier one. `read` reads the resource with a path.
 */
export async function expectRepeatedOutcome(
  request: ValidRequest,
  answer: HttpResponse,
  outcome: Outcome,
  model: Model,
  read: (path: string) => Promise<HttpResponse>,
): Promise<void> {
  const { status } = answer
  if ('removed' in outcome && status === 404) return model.remove(String(outcome.removed.value['id']))
  if (!('value' in outcome) || status !== 412) return expectOutcome(request, answer, outcome, model)
  const { resource, value = {} } = outcome
  const path = PATHS[resource.kind].replace('{id}', String(resource.value['id']))
  const { text, headers } = await read(path)
  updateResource(resource, value, JSON.parse(text) as Value, headers.get('etag') ?? '')
}

/** Expects the current entity tag, or adds the first one to the model. */
function expectTag(resource: Resource, tag: string): void {
  if (currentTag(resource) === undefined) resource.tags.push(tag)
  expectSame('ETag', tag, currentTag(resource))
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
  const found = [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)]
  const targets = found.map(
    ([, target = '', relation = '']) => [relation, new URL(target, 'http://host').searchParams] as const,
  )
  // The links of long filters would be larger than the headers that clients accept.
  const isOne = found.some(([, target = '']) => target.replace(/(?:page|after)=.*/, '').length > 500)
  const expected = Object.entries(links ?? { first: 0, ...(!body.last && { next: 0 }) }).filter(
    ([relation]) => !isOne || relation === (body.last ? 'first' : 'next'),
  )
  if (links !== undefined) {
    const pages = targets.map(([relation, query]) => [relation, Number(query.get('page'))])
    return expectSame('links', Object.fromEntries(pages), Object.fromEntries(expected))
  }
  expectSame(
    'links',
    targets.map(([relation]) => relation),
    expected.map(([relation]) => relation),
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

/** Checks new resources, in the order of the request. Those of one request have no entity tag and no location. */
function addCreated(
  { kind, values }: Extract<Outcome, { status: 201 }>,
  bodies: readonly Value[],
  { headers }: HttpResponse,
  model: Model,
): void {
  expectSame('number of resources', bodies.length, values.length)
  const [etag, location] = [headers.get('etag'), headers.get('location')]
  for (const [i, body] of bodies.entries()) {
    const { id, createdAt, updatedAt } = body
    expectSame('body', body, { ...body, ...values[i] })
    expectThat(typeof id === 'string' && model.find(id) === undefined, `The id ${String(id)} is not new`)
    expectSame('updatedAt', updatedAt, createdAt)
    if (location !== null) expectSame('Location', location, PATHS[kind].replace('{id}', id))
    model.add({ kind, value: body, tags: etag === null ? [] : [etag] })
  }
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

function updateResource(resource: Resource, value: Value, body: Value, tag: string): void {
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
