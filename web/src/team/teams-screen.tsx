import './team.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { read, write } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { ListHead, Listing } from '../ui/frame/list-screen.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.ts'
import { teamWords } from './team.words.ts'
import { NameDialog } from './team-name-dialog.tsx'
import type { Team } from './team-rows.ts'
import { TransferDialog } from './team-transfer-dialog.tsx'
import { Waiting } from './team-waiting.tsx'
import { type TeamAction, TeamRow } from './teams-row.tsx'

function RemoveDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const t = useWords(teamWords)
  const remove = useMutation(write(api.team.delete, 'item'))
  const confirm = async () => {
    await remove.mutateAsync({ id: team.id })
    toast(t.removed(team.team_name))
  }
  return (
    <ConfirmDialog title={t.removeTitle(team.team_name)} action={t.removeDo} danger onConfirm={confirm} onClose={onClose}>
      {t.removeText(Number(team.memberCount), Number(team.itemCount))}
    </ConfirmDialog>
  )
}

function Teams({ teams }: { teams: Team[] }) {
  const t = useWords(teamWords)
  const [open, setOpen] = useState<{ deed: TeamAction; team: Team } | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Table name={t.teams} look="team-table teams" columns={[t.name, t.memberCount, t.itemCount]} actions={t.actions}>
        {teams.map((team) => (
          <TeamRow key={team.id} team={team} onDo={(deed) => setOpen({ deed, team })} />
        ))}
      </Table>
      {open?.deed === 'rename' && <NameDialog team={open.team} onClose={close} />}
      {open?.deed === 'transfer' && <TransferDialog team={open.team} onClose={close} />}
      {open?.deed === 'remove' && <RemoveDialog team={open.team} onClose={close} />}
    </>
  )
}

/** /team/index: the teams one owns. */
export function TeamsScreen() {
  const t = useWords(teamWords)
  const list = useQuery(read(api.team.getList, {}))
  const [adding, setAdding] = useState(false)
  const add = (look: string) => (
    <button type="button" className={look} onClick={() => setAdding(true)}>
      <Plus className="i" aria-hidden="true" />
      {t.add}
    </button>
  )
  return (
    <Screen title={t.teams}>
      <div className="screen team">
        <ListHead back={{ to: paths.items(), text: t.backToItems }} title={<h1>{t.teams}</h1>} action={add('btn primary')} />
        <p className="about">{t.about}</p>
        <Listing
          list={list}
          waiting={<Waiting />}
          failed={t.failed}
          empty={
            <Empty title={t.none} actions={add('btn')}>
              {t.noneText}
            </Empty>
          }
        >
          {(teams) => <Teams teams={teams} />}
        </Listing>
        {adding && <NameDialog team={null} onClose={() => setAdding(false)} />}
      </div>
    </Screen>
  )
}
