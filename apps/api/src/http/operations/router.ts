import type { Express, Request, RequestHandler, Response } from 'express'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/schema.ts'
import type { OperationInfo } from '../../openapi/operations.ts'
import { handlers } from '../../routes/index.ts'
import type { Handler, OperationId } from '../../routes/handler.ts'

import { admit } from './authorize.ts'
import { ignoreBody, readBody } from './body/json-body.ts'
import { expectedVersions, isKnown } from './preconditions.ts'
import type { Context } from '../../context.ts'
import { patternMessages } from './validation/field-errors.ts'
import { answerOnce, idempotencyKeyOf } from './idempotency.ts'
import { closeRoute } from '../middleware/allowed-methods.ts'
import { negotiate } from '../middleware/accept.ts'
import { createPlainChecks } from './validation/compiled-check.ts'
import { renderAnswer, type Rendering, renderUnchanged, send } from './response.ts'
import { validated } from './validation/validate-request.ts'
import { createValidators } from './validation/openapi-validator.ts'

/** Gives the application one route for each path of the description. */
export async function addOperations(
  app: Express,
  operations: OperationInfo[],
  context: Context,
): Promise<void> {
  const validators = await createValidators(context.description, operations)
  const plainCheckOf = createPlainChecks(context.description)
  const messages = patternMessages(context.description)
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const ofPath = validators.filter(([operation]) => operation.path === path)
    const route = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'))
    for (const [operation, validator] of ofPath) {
      route[operation.method](
        headAsGet,
        ...admit(context, operation.scope),
        ...(operation.produces === undefined ? [] : [negotiate(operation.produces)]),
        ...(operation.hasBody ? readBody(context.http.requestTimeoutMs) : [ignoreBody]),
        validated(operation, plainCheckOf(operation), validator, messages),
        answer(operation, context),
      )
    }
    closeRoute(
      route,
      ofPath.map(([{ method }]) => method),
    )
  }
}

/** The validator knows no HEAD. Node has already noted that the answer has no body. */
const headAsGet: RequestHandler = (request, _response, next) => {
  if (request.method === 'HEAD') request.method = 'GET'
  next()
}

/** What Express would find, without its looking. */
const NO_QUERY = {}

function answer({ method, operationId }: OperationInfo, context: Context): RequestHandler {
  const handler = handlers[operationId as OperationId] as Handler<OperationId>
  const base = context.publicUrl ?? ''
  return async (request: Request, response: Response) => {
    const input = {
      path: request.params,
      query: request.url.includes('?') ? request.query : NO_QUERY,
      body: request.body as unknown,
      expected: expectedVersions(request),
    }
    const respond = async (db: Kysely<Database>): Promise<Rendering> => {
      const answer = await handler(db, input as never)
      const version = answer.status === 200 ? answer.version : undefined
      const isNews = version === undefined || !isKnown(request, version)
      return isNews ? renderAnswer(answer, base) : renderUnchanged(version)
    }
    const key = method === 'post' ? idempotencyKeyOf(request) : undefined
    const rendering =
      key === undefined
        ? await respond(context.db)
        : await answerOnce(request, key, operationId, context, respond)
    send(response, rendering)
  }
}
