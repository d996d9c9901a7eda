import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { runShinsa } from '../run-shinsa.ts'

const cwd = import.meta.dirname

describe('an agent behind HTTP', () => {
  it('is asked in its own words, and its answers are read where they stand', async () => {
    const environment = { DESK_PORT: String(await freePort()), DESK_KEY: 'key-of-the-example' }
    const { code, stdout } = await runShinsa(['run'], { cwd, environment })
    expect(stdout).toMatch(/^✓ PASSED {2}3 of 3 cases passed/)
    expect(stdout).toContain('120 input and 36 output tokens, 3 tool calls')
    expect(code).toBe(0)
  })

  it('is not asked at all without its key', async () => {
    const { code, stderr } = await runShinsa(['run'], { cwd, environment: { DESK_PORT: String(await freePort()) } })
    expect(stderr).toBe(
      'error: the environment variable DESK_KEY is not set\nhint: Set it, or write it into .env beside the config.\n',
    )
    expect(code).toBe(2)
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a server that listens on TCP
  await new Promise((resolve) => server.close(resolve))
  return port
}
