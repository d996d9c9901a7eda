import type { BoundingBox } from '../../../../src/core/review.ts'
import { fill, useAllWords } from '../../words/language.tsx'

type BoxedImageProps = {
  readonly address: string
  readonly name: string
  readonly boxes: readonly BoundingBox[]
  readonly onFailed: () => void
}

/** An image with what was pointed at on it. */
export function BoxedImage({ address, name, boxes, onFailed }: BoxedImageProps) {
  const { words } = useAllWords()
  const drawn = boxes.flatMap(({ label, coordinates: [x1, y1, x2, y2] }) =>
    x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || x2 <= x1 || y2 <= y1
      ? []
      : [{ label, x: x1, y: y1, width: x2 - x1, height: y2 - y1 }],
  )
  return (
    <figure className="viewer-picture">
      <div className="viewer-image">
        <img src={address} alt={fill(words.viewer.image, { name })} onError={onFailed} />
        {/* Corners are given from 0 to 1000, however large the image is. */}
        <svg className="viewer-boxes" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          {drawn.map(({ label, ...place }) => (
            <rect key={`${label} ${place.x},${place.y}`} {...place} vectorEffect="non-scaling-stroke" />
          ))}
        </svg>
      </div>
      {drawn.length > 0 && (
        <figcaption className="small">
          {words.viewer.boxes} <span className="foreign">{drawn.map(({ label }) => label).join(', ')}</span>
        </figcaption>
      )}
    </figure>
  )
}
