import './new-place.css'
import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { Select } from '../../ui/forms/select.tsx'
import { newPlaceWords } from './new-place.words.ts'

interface Props {
  /** The place that is gone. */
  path: string
  /** The place to which the words most likely belong, '' for none, and all free places of the part. */
  suggested: string
  homes: string[]
  isBusy: boolean
  onMove: (to: string) => void
}

/** Moves words whose place is gone: to the place that is suggested, or to one of the list. */
export function NewPlace({ path, suggested, homes, isBusy, onMove }: Props) {
  const t = useWords(newPlaceWords)
  const [chosen, setChosen] = useState('')
  const others = homes.filter((one) => one !== suggested)
  return (
    <>
      {suggested && (
        <button
          type="button"
          className="btn small primary"
          disabled={isBusy}
          aria-label={t.moveWords(path, suggested)}
          onClick={() => onMove(suggested)}
        >
          {t.moveTo} <code>{suggested}</code>
        </button>
      )}
      {others.length > 0 && (
        <span className="new-place">
          <Select small value={chosen} disabled={isBusy} aria-label={t.newPlace(path)} onChange={setChosen}>
            <option value="">{suggested ? t.another : t.choose}</option>
            {others.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
          {chosen && (
            <button
              type="button"
              className="btn small"
              disabled={isBusy}
              aria-label={t.moveWords(path, chosen)}
              onClick={() => onMove(chosen)}
            >
              {t.move}
            </button>
          )}
        </span>
      )}
    </>
  )
}
