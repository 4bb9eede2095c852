import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { read, write } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { Combobox } from '../ui/forms/combobox.tsx'
import { FieldError } from '../ui/forms/wrong.tsx'
import { toast } from '../ui/toast.ts'
import { memberWords } from './member.words.ts'

/** Binds one of one's own teams that is not bound yet. */
export function TeamAdd({ item_id, bound }: { item_id: string; bound: string[] }) {
  const t = useWords(memberWords)
  const id = useId()
  const [team_id, setTeam] = useState<string>()
  const own = useQuery(read(api.team.getList, {}))
  const save = useMutation(write(api.teamItem.save, 'team', 'teamItemMember'))
  const free = own.data?.filter((team) => !bound.includes(team.id)) ?? []
  const chosen = free.find((team) => team.id === team_id)

  const add = () => {
    if (!chosen || save.isPending) return
    save.mutate(
      { team_id: chosen.id, item_id },
      {
        onSuccess: () => {
          toast(t.teamAdded(chosen.team_name))
          setTeam(undefined)
        },
      },
    )
  }
  const problem = save.error?.message ?? own.error?.message ?? ''
  const manage = <Link to={paths.teams()}>{t.manageTeams}</Link>
  if (own.data && !free.length)
    return (
      <p className="help team-add">
        {own.data.length ? t.allTeams : t.noTeams} {manage}
      </p>
    )
  return (
    <form
      className="team-add"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <label className="label" htmlFor={id}>
        {t.addTeam}
      </label>
      <div className="team-add-row">
        <Combobox
          id={id}
          value={chosen?.id}
          options={free.map((team) => ({ value: team.id, label: team.team_name }))}
          waiting={own.isPending}
          placeholder={t.chooseTeam}
          onChange={(next) => {
            save.reset()
            setTeam(next)
          }}
        />
        <button type="submit" className="btn" disabled={!chosen || save.isPending}>
          {t.addTeamDo}
        </button>
      </div>
      <FieldError>{problem}</FieldError>
      <div className="help">{manage}</div>
    </form>
  )
}
