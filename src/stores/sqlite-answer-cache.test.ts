import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JudgeReply } from '../core/index.ts'
import { describeAnswerCache } from './answer-cache.contract.ts'
import { openSqliteAnswerCache } from './sqlite-answer-cache.ts'
import { openSqliteStore } from './sqlite-store.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shinsa-answers-'))
  file = join(folder, 'runs.db')
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describeAnswerCache('SQLite in memory', () => openSqliteAnswerCache(':memory:'))
describeAnswerCache('SQLite file', () => openSqliteAnswerCache(file))

describe('openSqliteAnswerCache', () => {
  it('keeps answers from one process to the next, beside the runs of the same file', async () => {
    const store = openSqliteStore(file)
    const first = openSqliteAnswerCache(file)
    await first.set('k', { value: 'kept', reply }, 1)
    await first.close()
    const second = openSqliteAnswerCache(file)
    expect(await second.get('k')).toMatchObject({ value: 'kept' })
    await second.close()
    expect(await store.list()).toEqual([])
    await store.close()
  })

  it('keeps what was answered in the moment before it is closed', async () => {
    const first = openSqliteAnswerCache(file)
    const kept = first.set('k', { value: 'kept', reply }, 1)
    await first.close()
    await kept
    const second = openSqliteAnswerCache(file)
    expect(await second.get('k')).toMatchObject({ value: 'kept' })
    await second.close()
  })

  it.each(['{', '{}', '7', '{"value":1,"reply":{"judge":1}}'])('takes a damaged entry for none: %s', async (body) => {
    const cache = openSqliteAnswerCache(file)
    const other = new DatabaseSync(file)
    other.prepare('INSERT INTO answers (key, answer, at) VALUES (?, ?, ?)').run('k', body, 1)
    other.close()
    expect(await cache.get('k')).toBeUndefined()
    await cache.set('k', { value: 'new', reply }, 2)
    expect(await cache.get('k')).toMatchObject({ value: 'new' })
    await cache.close()
  })

  it('says what is wrong with a file that is no database, and that it is closed', async () => {
    writeFileSync(file, 'x'.repeat(5000))
    expect(() => openSqliteAnswerCache(file)).toThrow(`${file} is not a run store`)
    const cache = openSqliteAnswerCache(':memory:')
    await cache.close()
    await expect(cache.get('k')).rejects.toThrow('the run store :memory: is closed already')
    await expect(cache.set('k', { value: 1, reply }, 1)).rejects.toMatchObject({ code: 'store' })
  })
})

const reply: JudgeReply = { judge: 'j', instruction: 'i@1', raw: 'r', latencyMs: 1, calls: 1 }
