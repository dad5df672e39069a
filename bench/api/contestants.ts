import type { Program } from './server.ts'

export const OURS: Program = { name: 'ours', file: new URL('../../apps/api/dist/main.js', import.meta.url) }

const FASTIFY = new URL('fastify/server.js', import.meta.url)

export const NAMES = ['ours', 'Fastify + pg', 'Fastify + pg, prepared'] as const

export const PEERS: readonly Program[] = [
  { name: 'Fastify + pg', file: FASTIFY },
  { name: 'Fastify + pg, prepared', file: FASTIFY, args: ['prepared'] },
]
