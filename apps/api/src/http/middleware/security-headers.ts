import type { RequestHandler } from 'express'
import helmet, { contentSecurityPolicy } from 'helmet'

/**
 * Security headers of every response. Responses are data: browsers must not render them as pages, guess their type, or
 * embed them. Headers that matter only for pages with scripts are disabled.
 */
export function securityHeaders(publicUrl: string | undefined): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    // Only behind TLS: with this header, browsers no longer use plain http.
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
