import { describe, expect, it } from 'vitest'
import { findBrowser } from './find-browser.ts'

function machine(browsers: readonly string[], given: Partial<Parameters<typeof findBrowser>[0]> = {}) {
  const platform: NodeJS.Platform = 'linux'
  const exists = (path: string) => browsers.includes(path)
  return { environment: { PATH: '/bin:/opt/tools' }, platform, arch: 'x64', exists, ...given }
}

function isPacked(path: string): boolean {
  return path.endsWith('chromium.br')
}

describe('the browser for tests of the page', () => {
  it('is the one that is named', () => {
    const environment = { CHROMIUM: '/my/chrome', PATH: '/bin' }
    expect(findBrowser(machine(['/bin/chromium'], { environment }))).toEqual({ path: '/my/chrome' })
  })

  it('is an installed one, on the path or where it usually is', () => {
    expect(findBrowser(machine(['/opt/tools/google-chrome', '/usr/bin/chromium']))).toEqual({
      path: '/opt/tools/google-chrome',
    })
    expect(findBrowser(machine(['/snap/bin/chromium']))).toEqual({ path: '/snap/bin/chromium' })
    const edge = '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'
    expect(findBrowser(machine([edge], { platform: 'darwin', arch: 'arm64' }))).toEqual({ path: edge })
  })

  it('is the one that npm brought where that runs, and an installed one only where it does not start', () => {
    const packed = expect.stringMatching(/@sparticuz[\\/]chromium[\\/]bin$/)
    expect(findBrowser(machine([], { exists: isPacked }))).toEqual({ packed })
    const exists = (path: string) => isPacked(path) || path === '/usr/bin/chromium'
    expect(findBrowser(machine([], { exists }))).toEqual({ packed, orElse: '/usr/bin/chromium' })
    expect(findBrowser(machine([], { exists, arch: 'arm64' }))).toEqual({ path: '/usr/bin/chromium' })
  })

  it('is none where that one does not run', () => {
    expect(findBrowser(machine([], { arch: 'arm64' }))).toBeUndefined()
    expect(findBrowser(machine([], { platform: 'darwin' }))).toBeUndefined()
  })
})
