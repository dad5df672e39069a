import type { RequestHandler } from 'express'
import helmet, { contentSecurityPolicy } from 'helmet'

/**
 * The headers of every answer. An answer is data: no browser shall make a page of it, guess its type, or show it
 * inside another page. Those that matter to pages with scripts only are left out.
 */
export function securityHeaders(publicUrl: string | undefined): RequestHandler {
  const headers = headersOf(securityOf(publicUrl))
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }
}

/** What a handler says on every answer. Helmet puts the same words together for each, in a chain of handlers. */
function headersOf(handler: RequestHandler): [string, string][] {
  const headers = new Map<string, string>()
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  }
  void handler({} as never, response as never, (error: unknown) => {
    if (error !== undefined) throw error as Error
  })
  return [...headers]
}

function securityOf(publicUrl: string | undefined): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    // A browser that reached the server once without TLS must not be told to insist on it.
    strictTransportSecurity: isSecure(publicUrl) && { includeSubDomains: false },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xPoweredBy: false,
    xXssProtection: false,
  }) as RequestHandler
}

/** What the page of the UI may load and reach: its own files, and the API where clients reach it. */
export function swaggerUiPolicy(publicUrl: string | undefined): RequestHandler {
  const api = publicUrl === undefined ? [] : [new URL(publicUrl).origin]
  return contentSecurityPolicy({
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      // The UI sets styles on its elements.
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'", ...api],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  }) as RequestHandler
}

const isSecure = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false
