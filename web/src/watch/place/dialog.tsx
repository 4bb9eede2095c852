import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { Place } from '../reason.ts'
import { watchPlaceWords } from '../watch.words.ts'
import { WatchPlace } from './panel.tsx'

interface Props {
  place: Place
  manages: boolean
  onClose: () => void
}

/** Which news of a catalog, an item or a thread the user gets. */
export function WatchDialog({ place, manages, onClose }: Props) {
  const t = useWords(watchPlaceWords)
  return (
    <Dialog title={place.name ? t.title(place.name) : t.watch} onClose={onClose}>
      <div className="watch-dialog">
        <WatchPlace place={place} manages={manages} />
      </div>
    </Dialog>
  )
}
