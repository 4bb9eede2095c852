import type { Answer } from '@sheaf/contract/client'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { required } from '../ui/forms/form.tsx'
import { FormText } from '../ui/forms/form-fields.tsx'
import { Radios } from '../ui/forms/radios.tsx'
import { OwnPasswordDialog } from '../ui/own-password-dialog.tsx'
import { useSend } from '../ui/send.ts'
import { Block } from '../ui/settings/block.tsx'
import { SettingsForm } from '../ui/settings/settings-form.tsx'
import { GoneRadios } from './add-dialog.tsx'
import { sourceWords } from './source.words.ts'

export type Detail = Answer<'source', 'detail'>

const settingsOf = ({ title, on_gone }: Pick<Detail, 'title' | 'on_gone'>) => ({ title, on_gone })

/** What managers can change of a source. */
export function SourceSettings({ source }: { source: Detail }) {
  const t = useWords(sourceWords)
  const { source_id } = source
  return (
    <SettingsForm
      name={t.settings}
      stored={settingsOf(source)}
      reload={async () => settingsOf(await api.source.detail({ source_id }))}
      onSave={(changes) => api.source.update({ source_id, ...changes })}
      call={api.source.update}
    >
      <Block title={t.settings} about={t.settingsAbout}>
        <FormText name="title" label={t.heading} maxLength={250} check={required(t.headingMissing)} />
        <GoneRadios />
      </Block>
    </SettingsForm>
  )
}

interface DeleteProps {
  source: Pick<Detail, 'source_id' | 'title' | 'name'>
  onDeleted: () => void
  onClose: () => void
}

/** Deletes a source with the own password; its pages stay as plain text, or go to the recycle bin. */
export function DeleteSource({ source: { source_id, title, name }, onDeleted, onClose }: DeleteProps) {
  const t = useWords(sourceWords)
  const [pages, setPages] = useState<'keep' | 'bin'>('keep')
  const remove = useSend(api.source.delete, { refresh: 'later', onDone: onDeleted })
  const choices = [
    { value: 'keep', label: t.pagesKeep },
    { value: 'bin', label: t.pagesBin },
  ] as const
  return (
    <OwnPasswordDialog
      title={t.removeTitle(title || name)}
      action={t.removeDo}
      working={t.removing}
      danger
      label={t.password}
      missing={t.passwordMissing}
      reveal={{ show: t.show, hide: t.hide }}
      onSend={(password) => remove.send({ source_id, pages, password })}
      onClose={onClose}
    >
      <p>{t.removeAbout}</p>
      <Radios label={t.pages} stacked options={choices} value={pages} onChange={setPages} />
    </OwnPasswordDialog>
  )
}
