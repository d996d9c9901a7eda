import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { atomicWrite } from './atomic-write.ts'
import { removeUnfinished } from './unfinished-files.ts'

const module = pathToFileURL(join(import.meta.dirname, 'index.ts')).href

describe('a file that is written', () => {
  it('holds what was given: text, bytes, or pieces that come one after another', async () => {
    const folder = newFolder()
    await atomicWrite(join(folder, 'text'), '審査')
    await atomicWrite(join(folder, 'bytes'), new Uint8Array([0, 255]))
    await atomicWrite(join(folder, 'pieces'), many(3000))
    await atomicWrite(join(folder, 'nothing'), [])
    expect(readFileSync(join(folder, 'text'), 'utf8')).toBe('審査')
    expect([...readFileSync(join(folder, 'bytes'))]).toEqual([0, 255])
    expect(readFileSync(join(folder, 'pieces'), 'utf8').split('\n')).toHaveLength(3001)
    expect(readFileSync(join(folder, 'nothing'), 'utf8')).toBe('')
    expect(readdirSync(folder).toSorted()).toEqual(['bytes', 'nothing', 'pieces', 'text'])
  })

  it('is the old one whole while the new one is not, and when its source breaks off', async () => {
    const folder = newFolder({ 'out.json': 'old' })
    const file = join(folder, 'out.json')
    const seen: string[] = []
    async function* breaking() {
      yield 'x'.repeat(300_000)
      seen.push(readFileSync(file, 'utf8'))
      throw new Error('the run is damaged')
    }
    await expect(atomicWrite(file, breaking())).rejects.toThrow('the run is damaged')
    expect(seen).toEqual(['old'])
    expect(readFileSync(file, 'utf8')).toBe('old')
    expect(readdirSync(folder)).toEqual(['out.json'])
  })

  it('may be read and written by whom the old one could', async () => {
    const folder = newFolder({ secret: 'old', shared: 'old' })
    chmodSync(join(folder, 'secret'), 0o600)
    chmodSync(join(folder, 'shared'), 0o666)
    await atomicWrite(join(folder, 'secret'), 'new')
    await atomicWrite(join(folder, 'shared'), 'new')
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'shared')).mode & 0o777).toBe(0o666)
  })

  it('goes to where a link leads, also to where nothing lies yet, and the link stays', async () => {
    const folder = newFolder({ 'real.json': 'old' })
    symlinkSync('real.json', join(folder, 'link.json'))
    symlinkSync('later.json', join(folder, 'dangling.json'))
    await atomicWrite(join(folder, 'link.json'), 'new')
    await atomicWrite(join(folder, 'dangling.json'), 'first')
    expect(lstatSync(join(folder, 'link.json')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(folder, 'real.json'), 'utf8')).toBe('new')
    expect(readFileSync(join(folder, 'later.json'), 'utf8')).toBe('first')
  })

  it('takes the place of a link where that is asked for, and what it led to stays as it was', async () => {
    const folder = newFolder({ 'elsewhere.json': 'old' })
    symlinkSync('elsewhere.json', join(folder, 'link.json'))
    await atomicWrite(join(folder, 'link.json'), 'new', { replacesLinks: true })
    expect(lstatSync(join(folder, 'link.json')).isFile()).toBe(true)
    expect(readFileSync(join(folder, 'elsewhere.json'), 'utf8')).toBe('old')
  })

  it('never takes the place of another when it has to be new', async () => {
    const folder = newFolder({ 'a.json': 'old' })
    await expect(atomicWrite(join(folder, 'a.json'), 'new', { exclusive: true })).rejects.toMatchObject({
      code: 'usage',
      message: 'there is a file a.json already',
    })
    const both = await Promise.allSettled(
      ['one', 'two'].map((text) => atomicWrite(join(folder, 'b.json'), text, { exclusive: true })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('old')
    expect(readdirSync(folder).toSorted()).toEqual(['a.json', 'b.json'])
  })

  it('names the file when it cannot be written, and leaves nothing beside it', async () => {
    const folder = newFolder({ file: 'old' })
    mkdirSync(join(folder, 'folder.json'))
    await expect(atomicWrite(join(folder, 'folder.json'), 'new')).rejects.toMatchObject({
      code: 'environment',
      message: `${join(folder, 'folder.json')} cannot be written: EISDIR: it is a folder`,
    })
    await expect(atomicWrite(join(folder, 'file', 'below'), 'new')).rejects.toMatchObject({
      message: `${join(folder, 'file', 'below')} cannot be written: ENOTDIR: not a directory`,
    })
    await expect(atomicWrite(join(folder, 'no', 'folder'), 'new')).rejects.toMatchObject({
      message: `${join(folder, 'no', 'folder')} cannot be written: ENOENT: no such file or directory`,
    })
    expect(readdirSync(folder).toSorted()).toEqual(['file', 'folder.json'])
  })
})

describe('what is no ordinary file', () => {
  it('is written to as it is: a device, a pipe with its reader, what the shell has opened', async () => {
    const folder = newFolder({ log: 'before\n' })
    await atomicWrite('/dev/null', many(10))
    const script = [
      'mkfifo pipe',
      'cat pipe > from-pipe &',
      'run pipe piped',
      'wait',
      'run /dev/stdout redirected > out',
      'run /dev/stdout appended >> log',
      'run /dev/stdout through | cat > from-stdout',
      'run /dev/fd/3 third 3>> log',
    ].join('\n')
    const write = `import { atomicWrite } from '${module}'; const [path, text] = process.argv.slice(1); process.stdout.write('first '); await atomicWrite(path, [text, '\\n'])`
    const run = `run() { "${process.execPath}" --input-type=module -e "$WRITE" "$1" "$2"; }\n`
    const shell = spawn('bash', ['-c', run + script], { cwd: folder, env: { ...process.env, WRITE: write } })
    await once(shell, 'close')
    expect(readFileSync(join(folder, 'from-pipe'), 'utf8')).toBe('piped\n')
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('first redirected\n')
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('before\nfirst appended\nthird\n')
    expect(readFileSync(join(folder, 'from-stdout'), 'utf8')).toBe('first through\n')
    expect(lstatSync(join(folder, 'pipe')).isFIFO()).toBe(true)
  })
})

describe('a writer that is killed', () => {
  it('leaves the old file whole, and what it left goes at the next start, in whatever folder', async () => {
    const folder = newFolder({ 'out.json': 'old' })
    const elsewhere = newFolder()
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const endless = `import { atomicWrite } from '${module}'
        async function* pieces() { for (let n = 0; ; n += 1) { yield 'x'.repeat(300_000); if (n === 3) process.send('writing'); if (n > 3) await new Promise(() => setInterval(() => {}, 1000)) } }
        await atomicWrite(${JSON.stringify(join(folder, 'out.json'))}, pieces())`
      const writer = spawn(process.execPath, ['--input-type=module', '-e', endless], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      await once(writer, 'message')
      expect(readdirSync(folder)).toHaveLength(2)
      await removeUnfinished(elsewhere)
      expect(readdirSync(folder), 'a writer that lives keeps its file').toHaveLength(2)
      writer.kill(signal)
      await once(writer, 'close')
      expect(readFileSync(join(folder, 'out.json'), 'utf8')).toBe('old')
      await removeUnfinished(elsewhere)
      expect(readdirSync(folder)).toEqual(['out.json'])
    }
  })

  it('loses its leftovers only: no other file goes, and none of a writer that may live on another machine', async () => {
    const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
    const id = '00000000-0000-4000-8000-000000000000'
    const dead = await deadProcess()
    const names = {
      ours: `.shinsa-${machine}-${dead}-${id}.unfinished`,
      oldFromElsewhere: `.shinsa-0123abcd-${dead}-${id}.unfinished`,
      freshFromElsewhere: `.shinsa-4567abcd-${dead}-${id}.unfinished`,
      alive: `.shinsa-${machine}-${process.pid}-${id}.unfinished`,
      somebodys: '.shinsa-notes.unfinished',
    }
    const folder = newFolder(Object.fromEntries(Object.values(names).map((name) => [name, 'x'])))
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
    utimesSync(join(folder, names.oldFromElsewhere), longAgo, longAgo)
    utimesSync(join(folder, names.somebodys), longAgo, longAgo)
    mkdirSync(join(folder, `.shinsa-${machine}-${dead}-11111111-0000-4000-8000-000000000000.unfinished`))
    await removeUnfinished(folder)
    expect(Object.entries(names).filter(([, name]) => existsSync(join(folder, name)))).toEqual(
      Object.entries(names).filter(([key]) => ['freshFromElsewhere', 'alive', 'somebodys'].includes(key)),
    )
  })
})

function newFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-files-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

function* many(lines: number) {
  for (let line = 0; line < lines; line += 1) yield `${line}\n`
}

async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'close')
  return Number(child.pid)
}
