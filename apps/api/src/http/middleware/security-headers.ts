import type { RequestHandler } from 'express'

/**
 * Security headers of every response. Responses are data: browsers must not render them as pages, guess their type, or
 * embed them.
 */
export function securityHeaders(publicUrl: string | undefined): RequestHandler {
  const headers = new Map([
    ['Content-Security-Policy', policy({ 'default-src': "'none'", 'frame-ancestors': "'none'" })],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
  ])
  // Only behind TLS: with this header, browsers no longer use plain http.
  if (publicUrl?.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=31536000')
  return (_request, response, next) => {
    response.setHeaders(headers)
    next()
  }
}

/** The Content-Security-Policy of Swagger UI: it loads its own files, and sends requests to the API. */
export function swaggerUiPolicy(publicUrl: string | undefined): RequestHandler {
  const value = policy({
    'default-src': "'none'",
    'script-src': "'self'",
    // Swagger UI sets style attributes on its elements.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'connect-src': publicUrl === undefined ? "'self'" : `'self' ${new URL(publicUrl).origin}`,
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  })
  return (_request, response, next) => {
    response.setHeader('Content-Security-Policy', value)
    next()
  }
}

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join(';')
