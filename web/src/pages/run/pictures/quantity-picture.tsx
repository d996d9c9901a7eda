import { count, quantity } from '../../../../../src/reporters/number-format.ts'
import { useFormats } from '../../../words/formats.ts'
import { fill, useWords } from '../../../words/language.tsx'
import { Distribution, Picture } from './picture.tsx'
import type { QuantityPictureData as Pictured } from './picture-data.ts'

/** How long results took, or what they used. */
export function QuantityPicture({ picture: { field, bins, columns, median, total } }: { readonly picture: Pictured }) {
  const { words } = useWords()
  const { duration } = useFormats()
  const show = {
    time: duration,
    tokens: (value: number) => String(count(value)),
    cost: (value: number) => `$${quantity(value)}`,
  }[field]
  const title = { time: words.run.time, tokens: words.run.tokens, cost: words.run.cost }[field]
  return (
    <Picture
      title={title}
      figures={
        <>
          <span>{fill(words.pictures.median, { value: show(median) })}</span>
          {field !== 'time' && <span className="soft small">{fill(words.pictures.total, { value: show(total) })}</span>}
        </>
      }
    >
      <Distribution field={field} title={title} bins={bins} columns={columns} show={show} />
    </Picture>
  )
}
