import { ArrowUp, List, ListTree } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { prefersReducedMotion } from '../article/links.ts'
import { readingWords } from '../reading.words.ts'

const TO_TOP_AFTER_PX = 600
/* A smaller movement is not a change of direction. */
const DIRECTION_CHANGE_PX = 12

/** Whether the reader is far from the top, and whether they scroll down. */
function useScrolled() {
  const [scrolled, setScrolled] = useState({ far: false, down: false })
  const last = useRef(0)
  useEffect(() => {
    const follow = () => {
      const now = scrollY
      const moved = now - last.current
      if (Math.abs(moved) > DIRECTION_CHANGE_PX) last.current = now
      setScrolled((old) => {
        const far = now > TO_TOP_AFTER_PX
        const down = Math.abs(moved) > DIRECTION_CHANGE_PX ? moved > 0 && now > 80 : old.down
        return far === old.far && down === old.down ? old : { far, down }
      })
    }
    addEventListener('scroll', follow, { passive: true })
    return () => removeEventListener('scroll', follow)
  }, [])
  return scrolled
}

interface Props {
  hidden: boolean
  hasTree: boolean
  hasToc: boolean
  onPanel: (panel: 'tree' | 'toc') => void
}

/** Floating buttons: Back to top, and in narrow windows those of the panels and of the comments, which hide while the reader scrolls down. */
export function FloatingButtons({ hidden, hasTree, hasToc, onPanel }: Props) {
  const t = useWords(readingWords)
  const { far, down } = useScrolled()
  return (
    <>
      {far && (
        <IconButton
          className="to-top"
          name={t.toTop}
          onClick={() => scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'auto' : 'smooth' })}
        >
          <ArrowUp className="i" aria-hidden="true" />
        </IconButton>
      )}
      {(hasTree || hasToc) && (
        <div className={down ? 'thumb away' : 'thumb'} inert={hidden || down}>
          {hasTree && (
            <button type="button" onClick={() => onPanel('tree')}>
              <ListTree className="i" aria-hidden="true" />
              {t.contents}
            </button>
          )}
          {hasToc && (
            <button type="button" onClick={() => onPanel('toc')}>
              <List className="i" aria-hidden="true" />
              {t.thisPageShort}
            </button>
          )}
          <span id="comment-foot" />
        </div>
      )}
    </>
  )
}
