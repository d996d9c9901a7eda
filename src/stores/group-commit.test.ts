import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { groupCommit } from './group-commit.ts'

it('tells of nothing before the disk has it, and gathers what comes meanwhile', async () => {
  const { commits, disk, journal } = onDisk()
  const told: string[] = []
  const add = (entry: string) => void journal.add(entry).then(() => told.push(entry))
  add('a')
  await turns(20)
  for (const entry of ['b', 'c', 'd']) {
    add(entry)
    await turns(20)
  }
  expect({ commits, told }).toEqual({ commits: [['a']], told: [] })
  disk.shift()?.resolve()
  await turns(20)
  expect({ commits, told }).toEqual({ commits: [['a'], ['b', 'c', 'd']], told: ['a'] })
  disk.shift()?.resolve()
  await turns(1)
  expect(told).toEqual(['a', 'b', 'c', 'd'])
})

it('refuses what the disk did not take, and goes on with what comes then', async () => {
  const { disk, journal } = onDisk()
  const lost = journal.add('a')
  void turns(20).then(() => disk.shift()?.reject(new Error('the disk failed')))
  await expect(lost).rejects.toThrow('the disk failed')
  const kept = journal.add('b')
  await turns(20)
  disk.shift()?.resolve()
  await kept
})

function onDisk() {
  const commits: (readonly string[])[] = []
  const disk: PromiseWithResolvers<void>[] = []
  const synced = async () => {
    const waiting = Promise.withResolvers<void>()
    disk.push(waiting)
    await waiting.promise
  }
  const commit = (entries: readonly string[]) => {
    commits.push(entries)
    return []
  }
  return { commits, disk, journal: groupCommit<string>(commit, { synced, now: () => 0 }) }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}
