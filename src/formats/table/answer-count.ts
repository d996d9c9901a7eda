import { type Invocation, type Message, message, responseTextOf } from '../../core/index.ts'

type AnswerCountRow = { readonly recorded?: readonly Invocation[]; readonly line: number }

export class AnswerCount {
  total = 0
  private answered = 0
  private saying = 0
  private first: AnswerCountRow | undefined

  add(row: AnswerCountRow): void {
    this.total += 1
    if (row.recorded === undefined) this.first ??= row
    else this.answered += 1
    if (row.recorded?.some((one) => responseTextOf(one) !== '' || one.steps !== undefined) === true) this.saying += 1
  }

  /** Returns whether every row has an answer. A CSV column with only empty cells does not count as answers. */
  isWhole({ isCells }: { readonly isCells: boolean }): boolean {
    return this.total > 0 && this.answered === this.total && (!isCells || this.saying > 0)
  }

  /** Names the first row without an answer; undefined unless other rows have one. */
  missing(file: string): Message | undefined {
    if (this.answered === 0 || this.first === undefined) return undefined
    const { line } = this.first
    const values = { file, line, n: this.total - this.answered, total: this.total }
    return message(
      '{file}:{line}: this row has no answer, as {n} of {total}, so the answers of the others are not scored without an agent',
      values,
    )
  }
}
