import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import type { LaunchOptions } from 'playwright-core'
import { findBrowser, starts } from './find-browser.ts'
import { toSfnt } from './to-sfnt.ts'

/** How to start the browser that there is. */
export function browserToLaunch(): LaunchOptions {
  const found = findBrowser()
  if (found === undefined) throw new Error('there is no Chromium, Chrome or Edge; CHROMIUM=PATH names one')
  // Root may not use Chromium's sandbox, and containers often have little shared memory.
  const args = ['--no-sandbox', '--disable-dev-shm-usage']
  if ('path' in found) return { executablePath: found.path, args }
  const folder = unpacked(found.packed)
  const executablePath = join(folder, 'chromium')
  const env = { ...environmentNow(), FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  if (starts(executablePath, env)) return { executablePath, args, env }
  const withLibraries = { ...env, LD_LIBRARY_PATH: join(folder, 'lib') }
  if (found.orElse !== undefined && !starts(executablePath, withLibraries))
    return { executablePath: found.orElse, args }
  return { executablePath, args, env: withLibraries }
}

function environmentNow(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** Unpacks the browser once, whole or not at all: several workers may ask at the same time. */
function unpacked(packed: string): string {
  const { version } = JSON.parse(readFileSync(join(packed, '..', 'package.json'), 'utf8')) as {
    readonly version: string
  }
  const cache = fileURLToPath(new URL('../../node_modules/.cache/shinsa', import.meta.url))
  const folder = join(cache, `chromium-${version}`)
  const isThere = () => globSync('chromium', { cwd: folder }).length > 0
  if (isThere()) return folder
  mkdirSync(cache, { recursive: true })
  const ours = mkdtempSync(join(cache, 'unpacking-'))
  writeFileSync(join(ours, 'chromium'), brotliDecompressSync(readFileSync(join(packed, 'chromium.br'))))
  chmodSync(join(ours, 'chromium'), 0o755)
  untar(brotliDecompressSync(readFileSync(join(packed, 'al2023.tar.br'))), ours)
  writeFonts(ours, folder)
  try {
    renameSync(ours, folder)
  } catch (error) {
    // Another worker was first.
    if (!isThere()) throw error
  }
  return folder
}

function untar(archive: Buffer, folder: string): void {
  const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], { input: archive, encoding: 'utf8' })
  if (status !== 0) throw new Error(`tar: ${stderr}`)
}

/** Fonts for Latin and Japanese, beside those of the machine; those for web pages have to be unwrapped for that. */
function writeFonts(ours: string, folder: string): void {
  mkdirSync(join(ours, 'fonts'))
  for (const name of ['@fontsource/dejavu-sans', '@fontsource/sawarabi-gothic']) {
    const files = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'files')
    for (const file of globSync('*-{latin,[0-9]*}-400-normal.woff', { cwd: files })) {
      writeFileSync(join(ours, 'fonts', file.replace(/woff$/, 'ttf')), toSfnt(readFileSync(join(files, file))))
    }
  }
  writeFileSync(
    join(ours, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`,
  )
}
