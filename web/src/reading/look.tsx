import type { ReadingLook } from '@sheaf/contract/reading-look'
import { ALargeSmall } from 'lucide-react'
import { useId, useState } from 'react'
import { chooseLook, readingLook } from '../lib/preferences.ts'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Popover } from '../ui/popover.tsx'
import { lookWords } from './reading.words.ts'

const sizes = [
  ['small', 'small'],
  ['medium', undefined],
  ['large', 'large'],
] as const
const widths = [
  ['normal', undefined],
  ['wide', 'wide'],
] as const

/** Text size, text width and code wrapping. A choice changes the page immediately. */
function LookChoices() {
  const t = useWords(lookWords)
  const id = useId()
  const [looks, setLooks] = useState(readingLook)
  const choose = (replaced: readonly ReadingLook[], look?: ReadingLook) => {
    chooseLook(replaced, look)
    setLooks(readingLook())
  }
  const wraps = looks.includes('wrap')
  return (
    <div className="look">
      <fieldset aria-label={t.size}>
        <span>{t.size}</span>
        <div className="seg">
          {sizes.map(([name, look]) => (
            <button
              key={name}
              type="button"
              aria-pressed={look ? looks.includes(look) : !looks.includes('small') && !looks.includes('large')}
              onClick={() => choose(['small', 'large'], look)}
            >
              {t[name]}
            </button>
          ))}
        </div>
      </fieldset>
      <fieldset className="hide-s" aria-label={t.width}>
        <span>{t.width}</span>
        <div className="seg">
          {widths.map(([name, look]) => (
            <button
              key={name}
              type="button"
              aria-pressed={looks.includes('wide') === (look === 'wide')}
              onClick={() => choose(['wide'], look)}
            >
              {t[name]}
            </button>
          ))}
        </div>
      </fieldset>
      <div className="look-wrap row">
        <span id={id}>{t.wrap}</span>
        <button
          type="button"
          role="switch"
          className={wraps ? 'switch on' : 'switch'}
          aria-checked={wraps}
          aria-labelledby={id}
          onClick={() => choose(['wrap'], wraps ? undefined : 'wrap')}
        />
      </div>
      <p className="help">{t.kept}</p>
    </div>
  )
}

export function LookButton({ className = '' }: { className?: string }) {
  const t = useWords(lookWords)
  return (
    <Popover
      label={t.title}
      button={(opener) => (
        <IconButton className={className} name={t.title} {...opener}>
          <ALargeSmall className="i" aria-hidden="true" />
        </IconButton>
      )}
    >
      <LookChoices />
    </Popover>
  )
}

/** The same choices as a bottom sheet, for a bar without room for the button. */
export function LookSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={useWords(lookWords).title} onClose={onClose}>
      <LookChoices />
    </Dialog>
  )
}
