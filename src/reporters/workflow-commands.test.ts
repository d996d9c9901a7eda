import { describe, expect, it } from 'vitest'
import { commandBreaker, jsonWithoutCommands, withoutCommands } from './workflow-commands.ts'

const commands: readonly (readonly [string, string])[] = [
  ['::error file=a.ts::no', ': :error file=a.ts::no'],
  ['ok\n  ::set-env name=PATH::/x', 'ok\n  : :set-env name=PATH::/x'],
  ['ok\r\t::stop-commands::x', 'ok\r\t: :stop-commands::x'],
  ['ok\u2028::debug::x', 'ok\u2028: :debug::x'],
  ['ok\u0085\u00a0\u3000::debug::x', 'ok\u0085\u00a0\u3000: :debug::x'],
  ['\u001b[31m::error::x\u001b[0m', '\u001b[31m: :error::x\u001b[0m'],
  ['\u200b::error::x', '\u200b: :error::x'],
  [':\u00ad:error::x', ': \u00ad:error::x'],
  ['a ##vso[task.setvariable variable=x]y', 'a ## vso[task.setvariable variable=x]y'],
  ['##VSO[task.complete]', '## VSO[task.complete]'],
  ['#\u200d#v\u0000so[task.complete]', '#\u200d# v\u0000so[task.complete]'],
  ['see ##[error]no', 'see ## [error]no'],
  ['###[group]a', '### [group]a'],
  ["##teamcity[testFailed name='x']", "## teamcity[testFailed name='x']"],
  ['\u001b[0Ksection_start:1:x\r\u001b[0Kx', '\u001b[0Ksection_start :1:x\r\u001b[0Kx'],
  ['travis_fold:start:x', 'travis_fold :start:x'],
]

describe('commands of build servers', () => {
  it.each(commands)('are broken up in text: %j', (text, broken) => {
    expect(withoutCommands(text)).toBe(broken)
    expect(withoutCommands(broken)).toBe(broken)
  })

  it.each(commands)('are broken up wherever the text is cut: %j', (text) => {
    for (let cut = 1; cut < text.length; cut += 1) {
      const write = commandBreaker()
      const written = write(text.slice(0, cut)) + write(text.slice(cut))
      expect(withoutCommands(written)).toBe(written)
      expect(written.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }
    const write = commandBreaker()
    const written = Array.from(text, (letter) => write(letter)).join('')
    expect(withoutCommands(written)).toBe(written)
  })

  it.each(commands)('are written in JSON so that it says the same: %j', (text) => {
    const json = JSON.stringify({ [text]: [text] }, undefined, 2)
    const safe = jsonWithoutCommands(json)
    expect(JSON.parse(safe)).toEqual({ [text]: [text] })
    expect(withoutCommands(safe)).toBe(safe)
  })

  it('are nothing else', () => {
    const text = 'std::vector a::b\n- ::1 is local\n# [a](b) ##\n## [unreleased\n#[x] 12:30:00 "::x"\nsection: start'
    expect(withoutCommands(text)).toBe(text)
  })

  it('are found in the time that the text is long', () => {
    // As a square of its length each of these would take minutes.
    for (const piece of ['\n', ' ', ':', '#', '\u001b[m', '#\u200b', '::\n', ' \n', '\u200b:']) {
      const text = piece.repeat(300_000)
      expect(withoutCommands(text).length).toBeGreaterThanOrEqual(text.length)
    }
  })
})
