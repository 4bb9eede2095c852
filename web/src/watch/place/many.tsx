import '../watch.css'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError, FormActions } from '../../ui/forms/form-foot.tsx'
import { Radios } from '../../ui/forms/radios.tsx'
import { useSend } from '../../ui/send.ts'
import { uiWords } from '../../ui/ui.words.ts'
import { watchPlaceWords, watchWords } from '../watch.words.ts'

interface Props {
  item_id: string
  lines: ({ page_id: string } | { cat_id: string })[]
  /** "14 pages and 2 catalogs". */
  name: string
  onClose: () => void
  onDone: () => void
}

/** Which news of the selected pages and catalogs the user gets; nothing changes before they save. */
export function WatchManyDialog({ item_id, lines, name, onClose, onDone }: Props) {
  const t = useWords(watchPlaceWords)
  const ui = useWords(uiWords)
  const levels = useWords(watchWords)
  const [level, setLevel] = useState('changes')
  const save = useSend(api.watch.setMany, { done: t.savedMany(name), onDone })
  const options = [
    { value: 'all', label: levels.all, help: t.allAbout },
    { value: 'changes', label: levels.changes, help: t.changesAbout },
    { value: 'muted', label: t.muted, help: t.mutedAbout },
    { value: 'none', label: t.noOwn, help: t.noOwnAbout },
  ]
  return (
    <Dialog
      title={t.titleMany(name)}
      onClose={onClose}
      onSubmit={() => void save.send({ item_id, lines: JSON.stringify(lines), level })}
      actions={<FormActions action={ui.save} disabled={save.busy} onClose={onClose} />}
    >
      <div className="watch-dialog">
        <Radios label={t.titleMany(name)} isLabelHidden stacked options={options} value={level} onChange={setLevel} />
      </div>
      <FieldError>{save.error?.message}</FieldError>
    </Dialog>
  )
}
