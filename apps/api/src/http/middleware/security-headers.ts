import type { RequestHandler } from 'express'
import helmet, { contentSecurityPolicy } from 'helmet'

/**
 * Security headers of every response. Responses are data: browsers must not render them as pages, guess their type, or
 * embed them. Headers that matter only for pages with scripts are disabled.
 *
 * The values are the same for every response, so they are computed once. Helmet computes them for each response, in a
 * chain of handlers.
 */
export function securityHeaders(publicUrl: string | undefined): RequestHandler {
  const headers = recordHeaders(configureHelmet(publicUrl))
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }
}

/** Runs a handler once and returns the headers that it sets. */
function recordHeaders(handler: RequestHandler): [string, string][] {
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

function configureHelmet(publicUrl: string | undefined): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    // Only behind TLS: browsers would refuse plain http afterwards.
    strictTransportSecurity: isHttps(publicUrl) && { includeSubDomains: false },
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

/** The Content-Security-Policy of Swagger UI: it loads its own files, and sends requests to the API. */
export function swaggerUiPolicy(publicUrl: string | undefined): RequestHandler {
  const api = publicUrl === undefined ? [] : [new URL(publicUrl).origin]
  return contentSecurityPolicy({
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      // Swagger UI sets style attributes on its elements.
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'", ...api],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  }) as RequestHandler
}

const isHttps = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false
