import './watch.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { choicesOf, shapeOf } from '../tree/shape.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { Select, SelectField } from '../ui/forms/select.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Bone, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { Block } from '../ui/settings/block.tsx'
import { toast } from '../ui/toast.tsx'
import { teamWatchWords, watchWords } from './watch.words.ts'

type TeamWatch = Answer<'watch', 'teams'>[number]
type Team = Answer<'teamItem', 'getList'>[number]

const levels = ['changes', 'all'] as const

interface AddProps {
  item_id: string
  teams: Team[]
  onClose: () => void
}

function AddDialog({ item_id, teams, onClose }: AddProps) {
  const t = useWords(teamWatchWords)
  const kinds = useWords(watchWords)
  const [team_id, setTeam] = useState(teams[0]?.team_id ?? '')
  const [cat_id, setCatalog] = useState('0')
  const [level, setLevel] = useState<string>(levels[0])
  const info = useQuery(read(api.item.info, { item_id, default_page_id: '' }))
  const catalogs = useMemo(() => (info.data ? choicesOf(shapeOf(info.data), undefined) : []), [info.data])
  const add = useSend(api.watch.ofTeam, { onDone: onClose })
  return (
    <Dialog
      title={t.addTitle}
      onClose={onClose}
      onSubmit={() => void add.send({ item_id, team_id, cat_id, level })}
      actions={<FormActions action={t.addDo} disabled={add.busy} onClose={onClose} />}
    >
      <div className="watch-dialog">
        <SelectField label={t.team} value={team_id} onChange={setTeam} autoFocus>
          {teams.map((team) => (
            <option key={team.team_id} value={team.team_id}>
              {team.team_name}
            </option>
          ))}
        </SelectField>
        <SelectField label={t.place} value={cat_id} onChange={setCatalog}>
          <option value="0">{t.whole}</option>
          {catalogs.map((catalog) => (
            <option key={catalog.cat_id} value={catalog.cat_id}>
              {catalog.path}
            </option>
          ))}
        </SelectField>
        <SelectField label={t.news} value={level} onChange={setLevel}>
          {levels.map((one) => (
            <option key={one} value={one}>
              {kinds[one]}
            </option>
          ))}
        </SelectField>
        <FieldError id="team-watch-wrong">{add.error?.message}</FieldError>
      </div>
    </Dialog>
  )
}

function TeamRow({ item_id, watch }: { item_id: string; watch: TeamWatch }) {
  const t = useWords(teamWatchWords)
  const kinds = useWords(watchWords)
  const { team_id, team_name, cat_id, cat_name, level } = watch
  const place = cat_id === '0' ? t.whole : cat_name
  const set = useSend(api.watch.ofTeam, { queue: `team watch ${item_id}`, failed: t.notSaved })
  const change = (to: string) => set.send({ item_id, team_id, cat_id, level: to })
  const end = async () => {
    await change('none')
    toast(t.ended(team_name, place), 'ok', { action: { text: t.undo, run: () => void change(level) } })
  }
  return (
    <li>
      <div className="grow">
        <b>{team_name}</b> <span className="muted">{t.members(Number(watch.members))}</span>
        <small>{place}</small>
      </div>
      <Select small aria-label={t.level(team_name, place)} value={level} disabled={set.busy} onChange={(value) => void change(value)}>
        {levels.map((one) => (
          <option key={one} value={one}>
            {kinds[one]}
          </option>
        ))}
      </Select>
      <IconButton className="small" name={t.end(team_name, place)} disabled={set.busy} onClick={() => void end()}>
        <X className="i" aria-hidden="true" />
      </IconButton>
    </li>
  )
}

/** For managers: the teams that watch the item or its catalogs. */
export function TeamWatches({ item_id }: { item_id: string }) {
  const t = useWords(teamWatchWords)
  const [isAdding, setAdding] = useState(false)
  const watches = useQuery({ ...read(api.watch.teams, { item_id }), refetchOnMount: 'always' })
  const teams = useQuery(read(api.teamItem.getList, { item_id }))
  const error = watches.error ?? teams.error
  const retry = () => void Promise.all([watches.refetch(), teams.refetch()])
  return (
    <Block title={t.title} about={t.about}>
      {watches.data && teams.data ? (
        <>
          {watches.data.length > 0 ? (
            <ul className="team-watches">
              {watches.data.map((watch) => (
                <TeamRow key={`${watch.team_id} ${watch.cat_id}`} item_id={item_id} watch={watch} />
              ))}
            </ul>
          ) : (
            <p className="help">{teams.data.length > 0 ? t.none : t.noTeams}</p>
          )}
          {teams.data.length > 0 && (
            <button type="button" className="btn team-watch-add" onClick={() => setAdding(true)}>
              <Plus className="i" aria-hidden="true" />
              {t.add}
            </button>
          )}
          {isAdding && <AddDialog item_id={item_id} teams={teams.data} onClose={() => setAdding(false)} />}
        </>
      ) : error ? (
        <ErrorNote title={t.failed} error={error} onRetry={retry} />
      ) : (
        <Skeleton>
          <Bone height={48} />
        </Skeleton>
      )}
    </Block>
  )
}
