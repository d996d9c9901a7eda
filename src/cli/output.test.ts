import { describe, expect, it } from 'vitest'
import { outputsFrom, takesStandardOutput } from './output.ts'

const out = (format: string) => ({ format, file: undefined })

describe('outputsFrom', () => {
  it.each([
    [{}, [out('terminal')]],
    [{ json: true }, [out('json')]],
    [{ reporter: 'junit' }, [out('junit')]],
    [{ output: ['-'], reporter: 'markdown' }, [out('markdown')]],
    [{ output: ['a.xml'] }, [{ format: 'junit', file: 'a.xml' }]],
    [{ output: ['a.log'], reporter: 'markdown' }, [{ format: 'markdown', file: 'a.log' }]],
    [
      { output: ['a.xml', 'b.md', '-'], json: true },
      [{ format: 'junit', file: 'a.xml' }, { format: 'markdown', file: 'b.md' }, out('json')],
    ],
    [{ output: ['a.xml', '-'] }, [{ format: 'junit', file: 'a.xml' }, out('terminal')]],
  ])('reads %j', (flags, outputs) => {
    expect(outputsFrom(flags)).toEqual(outputs)
  })

  it.each([
    [{ output: ['a.xml', 'b.md'], reporter: 'json' }, '--reporter json does not say which --output is meant'],
    [{ output: ['a.xml', 'a.xml'] }, '--output a.xml is given twice'],
    [{ output: ['a.pdf'] }, 'the ending of a.pdf does not say which report is meant'],
    [{ output: ['nowhere/a.xml'] }, 'there is no such folder to write into'],
    [{ json: true, reporter: 'junit' }, '--json and --reporter junit contradict each other'],
  ])('refuses %j', (flags, sentence) => {
    expect(() => outputsFrom(flags)).toThrow(sentence)
  })

  it('knows when standard output is for programs', () => {
    expect(takesStandardOutput(outputsFrom({ output: ['a.xml', '-'] }))).toBe(false)
    expect(takesStandardOutput(outputsFrom({ output: ['a.xml', '-'], json: true }))).toBe(true)
  })
})
