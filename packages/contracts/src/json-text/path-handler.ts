import type { Container, TokenHandler } from './tokenizer.ts'

/** Follows the path to the current value of a JSON text. */
export class PathHandler implements TokenHandler {
  /** The last member name or index in each open container, from the outside to the inside. */
  protected readonly segments: (string | number)[] = []

  open(kind: Container, offset: number): void {
    this.scalar(offset)
    this.segments.push(kind === 'object' ? '' : -1)
  }

  close(): void {
    this.segments.pop()
  }

  name(name: string, _offset: number): void {
    this.segments[this.segments.length - 1] = name
  }

  /** A scalar or, from `open`, a container. */
  scalar(_offset: number): void {
    const last = this.segments.length - 1
    const segment = this.segments[last]
    if (typeof segment === 'number') this.segments[last] = segment + 1
  }
}
