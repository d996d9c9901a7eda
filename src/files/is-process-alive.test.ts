import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isProcessAlive } from './index.ts'

it('takes a process for alive while it runs', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  expect(isProcessAlive(child.pid ?? 0)).toBe(true)
  child.kill()
  await once(child, 'exit')
  expect(isProcessAlive(child.pid ?? 0)).toBe(false)
})

// Only Linux tells such a process from others in a file.
it.skipIf(process.platform !== 'linux')('takes one for gone that ended and whose parent never asks how', async () => {
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void parent.kill())
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  await vi.waitFor(() => expect(isProcessAlive(Number(String(line)))).toBe(false))
  expect(() => process.kill(Number(String(line)), 0)).not.toThrow()
})
