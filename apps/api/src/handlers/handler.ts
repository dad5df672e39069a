import type { Request, Response } from 'express'

import type { Store } from '../db/store.ts'
import type { ExpectedVersions, Versioned } from '../domain/version.ts'
import type { operations } from '../openapi/types.ts'

export type OperationId = keyof operations

/** The input of a handler: the parts of the request, validated against `openapi.yaml`. */
export interface HandlerInput<Id extends OperationId> {
  path: PathOf<operations[Id]>
  query: QueryOf<operations[Id]>
  body: BodyOf<operations[Id]>
  /** The versions that the preconditions of the request allow. It fails if the resource has another version. */
  expected?: ExpectedVersions | undefined
}

/**
 * `version` is the version of the resource in `body`, which does not cover all members if `isExtended`. `location` is the
 * path of the created resource. `links` are the paths of the related pages by their relation.
 */
export type CompleteResponse<Id extends OperationId> =
  | {
      status: 200
      body: ResponseBody<operations[Id], 200>
      version?: string
      isExtended?: boolean
      links?: Links
    }
  | { status: 201; body: ResponseBody<operations[Id], 201>; version?: string; location?: string }
  | { status: 204 }

/** `stream` sends the response itself. */
export type HandlerResponse<Id extends OperationId> =
  | CompleteResponse<Id>
  | { stream: (response: Response) => Promise<void> }

export type Links = Readonly<Record<string, string>>

export type Handler<Id extends OperationId> = (
  store: Store,
  input: HandlerInput<Id>,
  request: Request,
) => Promise<HandlerResponse<Id>>

/** The operations that a server does not offer without the change feed. */
type OptionalOperationId = 'listChanges'

/** The handlers of all operations of `openapi.yaml`. */
export type Handlers = {
  [Id in OperationId]: Handler<Id> | (Id extends OptionalOperationId ? undefined : never)
}

type PathOf<Operation> = Operation extends { parameters: { path: infer Path } } ? Path : unknown

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? OrUnknown<NonNullable<Query>>
  : unknown

/** The type generator writes `never` for parameters that an operation does not have; no value has that type. */
type OrUnknown<T> = [T] extends [never] ? unknown : T

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : undefined

type ResponseBody<Operation, Status extends number> = Operation extends {
  responses: Record<Status, { content: { 'application/json': infer Body } }>
}
  ? Body
  : never

/** The response with a single project or task. */
export const toResourceResponse = <T>({ resource, version }: Versioned<T>) =>
  ({ status: 200, body: resource, version }) as const
