import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

describe('the debugger of Node.js', () => {
  // It is a command of the signal SIGUSR1, and whoever reaches its port runs what he likes, with the keys in the environment.
  it('is not opened by a signal', async () => {
    const project = newProject()
    const { child, ended } = project.start(['serve', '--port', '0'])
    await once(child.stdout ?? child, 'data')
    expect(child.kill('SIGUSR1')).toBe(true)
    await sleep(500)
    expect({ exitCode: child.exitCode, signal: child.signalCode }).toEqual({ exitCode: null, signal: null })
    child.kill('SIGTERM')
    expect((await ended).stderr).not.toContain('Debugger')
  })
})
