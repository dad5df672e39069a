import { Socket } from 'node:net'

import { Connections } from './connections.ts'

const { jest } = import.meta

let isStopping: boolean
let connections: Connections
let socket: Socket
let close: jest.SpyInstance

beforeEach(() => {
  jest.useFakeTimers()
  isStopping = true
  connections = new Connections({
    largeResponses: { addUnsent: () => undefined, isFull: false },
    writeTimeoutMs: 30_000,
    isStopping: () => isStopping,
    onSlowClient: () => undefined,
  })
  socket = new Socket()
  close = jest.spyOn(socket, 'destroySoon')
  connections.add(socket)
})
afterEach(() => {
  connections.stop()
  jest.useRealTimers()
})

test('Connections keeps a new connection for one second while the server stops, and then closes it', () => {
  jest.advanceTimersByTime(999)
  expect(close).not.toHaveBeenCalled()
  jest.advanceTimersByTime(501)
  expect(close).toHaveBeenCalled()
})

test('Connections keeps a connection without a request while the server is not stopping', () => {
  isStopping = false
  jest.advanceTimersByTime(60_000)
  expect(close).not.toHaveBeenCalled()
})

test('Connections keeps a connection whose last response is sent while the server stops', () => {
  socket.end()
  jest.advanceTimersByTime(60_000)
  expect(close).not.toHaveBeenCalled()
})
