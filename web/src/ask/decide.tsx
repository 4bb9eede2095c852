import type { Answer } from '@sheaf/contract/client'
import { ASK_NOTE_MAX } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { NoteField } from '../ui/forms/field.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { SelectField } from '../ui/forms/select.tsx'
import { useSend } from '../ui/send.ts'
import { requestWords } from './requests.words.ts'

export type Ask = Answer<'ask', 'getList'>[number]

export interface Scope {
  value: string
  label: string
}

const nothing = { member_group_id: '0', cat_id: '0', team_id: '0', answer: '' }

interface GiveProps {
  ask: Ask
  item_id: string
  /** The catalogs; undefined for an item without them. */
  scopes: Scope[] | undefined
  onClose: () => void
}

/** The teams of the item that belong to the user: only their owner adds people to them. */
function useOwnTeams(item_id: string) {
  const bound = useQuery(read(api.teamItem.getList, { item_id }))
  const own = useQuery(read(api.team.getList, {}))
  return (bound.data ?? []).filter(({ team_id }) => own.data?.some(({ id }) => id === team_id))
}

export function GiveDialog({ ask, item_id, scopes, onClose }: GiveProps) {
  const t = useWords(requestWords)
  const name = ask.name || ask.username
  const [isTeam, setTeam] = useState(false)
  const [authority, setAuthority] = useState(ask.wants === 'edit' ? '1' : '0')
  const [cat_id, setScope] = useState(ask.cat_id)
  const [chosen, setChosen] = useState('')
  const teams = useOwnTeams(item_id)
  const team_id = chosen || (teams[0]?.team_id ?? '')
  const decide = useSend(api.ask.decide, { done: t.given(name), onDone: onClose, changes: api.ask.decide, refresh: 'later' })
  const given = isTeam ? { ...nothing, team_id } : { ...nothing, member_group_id: authority, cat_id }
  const isReady = !isTeam || team_id !== ''
  return (
    <Dialog
      title={t.giveTo(name)}
      onClose={onClose}
      onSubmit={() => isReady && void decide.send({ ask_id: ask.ask_id, yes: '1', ...given })}
      actions={<FormActions action={t.giveDo} disabled={decide.busy || !isReady} onClose={onClose} />}
    >
      <div className="ask-form">
        <SelectField label={t.as} value={isTeam ? 'team' : 'member'} onChange={(value) => setTeam(value === 'team')} autoFocus>
          <option value="member">{t.asMember}</option>
          <option value="team">{t.asTeam}</option>
        </SelectField>
        {isTeam ? (
          teams.length > 0 ? (
            <>
              <SelectField label={t.team} value={team_id} onChange={setChosen}>
                {teams.map((team) => (
                  <option key={team.team_id} value={team.team_id}>
                    {team.team_name}
                  </option>
                ))}
              </SelectField>
              <p className="help">{t.teamHelp}</p>
            </>
          ) : (
            <p className="help">{t.noTeam}</p>
          )
        ) : (
          <>
            <SelectField label={t.authority} value={authority} onChange={setAuthority}>
              <option value="1">{t.edit}</option>
              <option value="0">{t.read}</option>
            </SelectField>
            {scopes && (
              <SelectField label={t.scope} value={cat_id} onChange={setScope}>
                {scopes.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectField>
            )}
          </>
        )}
        <FieldError>{decide.error?.message ?? ''}</FieldError>
      </div>
    </Dialog>
  )
}

export function DeclineDialog({ ask, onClose }: { ask: Ask; onClose: () => void }) {
  const t = useWords(requestWords)
  const [answer, setAnswer] = useState('')
  const decide = useSend(api.ask.decide, { done: t.declined, onDone: onClose, changes: api.ask.decide, refresh: 'later' })
  return (
    <Dialog
      title={t.declineTitle(ask.name || ask.username)}
      onClose={onClose}
      onSubmit={() => void decide.send({ ask_id: ask.ask_id, yes: '0', ...nothing, answer })}
      actions={<FormActions action={t.declineDo} disabled={decide.busy} onClose={onClose} />}
    >
      <p>{t.declineText}</p>
      <NoteField label={t.answer} maxLength={ASK_NOTE_MAX} value={answer} onValue={setAnswer} />
      <FieldError>{decide.error?.message ?? ''}</FieldError>
    </Dialog>
  )
}
