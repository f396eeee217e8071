package record

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"zermelo/games"
)

// replay is the part of a Kaggle replay that contains the game; see the format of environments in
// kaggle_environments/core.py, envs/connectx/connectx.json and envs/open_spiel_env/open_spiel_env.py.
type replay struct {
	Name          string `json:"name"`
	Configuration struct {
		Columns, Rows, InARow int    // of connectx
		OpenSpielGameString   string // such as "hex_proxy(board_size=5)"
	} `json:"configuration"`
	Info struct {
		TeamNames                   []string
		OpenSpielGameStringResolved string
		InitialActions              []int
	} `json:"info"`
	Steps [][]struct {
		// Action is a number, or an object with the number "submission", which is negative if the
		// agent did not move.
		Action json.RawMessage `json:"action"`
		Status string          `json:"status"`
		Info   struct {
			ActionSubmitted, ActionApplied *int
		} `json:"info"`
	} `json:"steps"`
}

// readReplay reads a replay. The agent that was active in a step makes the action in the next one.
func (r *Reader) readReplay(k *replay) (*Game, error) {
	call := k.Info.OpenSpielGameStringResolved
	if call == "" {
		call = k.Configuration.OpenSpielGameString
	}
	connectx := k.Name == "connectx"
	if connectx {
		call = fmt.Sprintf("connect_four(columns=%d,rows=%d,x_in_row=%d)", k.Configuration.Columns, k.Configuration.Rows, k.Configuration.InARow)
	} else if call == "" {
		return nil, games.BadInput("a replay of Kaggle's %q; expected connectx or a game of OpenSpiel", k.Name)
	}
	if err := r.check(call); err != nil {
		return nil, err
	}
	g := &Game{Moves: []string{}}
	if len(k.Info.TeamNames) == len(r.info.Roles) {
		g.Players = k.Info.TeamNames
	}
	var actions []string
	for _, action := range k.Info.InitialActions {
		actions = append(actions, strconv.Itoa(action))
	}
	for i, agents := range k.Steps {
		for role, agent := range agents {
			if i == 0 || role >= min(len(k.Steps[i-1]), len(r.info.Roles)) || k.Steps[i-1][role].Status != "ACTIVE" {
				continue
			}
			action, err := actionOf(agent.Action)
			if err != nil {
				return nil, games.BadInput("step %d, agent %d: %v", i, role, err)
			}
			status, _, _ := strings.Cut(strings.ToUpper(agent.Status), " ") // as in "Invalid column: 7"
			end := map[string]string{"INVALID": EndIllegal, "TIMEOUT": EndTimeout, "ERROR": EndCrash}[status]
			if agent.Info.ActionSubmitted != nil && agent.Info.ActionApplied == nil {
				end = cmp.Or(end, EndIllegal)
			}
			if end != "" {
				g.End, g.By = end, r.info.Roles[role]
			} else if action >= 0 {
				actions = append(actions, strconv.Itoa(action))
			}
		}
	}
	return g, r.addActions(g, actions, len(k.Info.InitialActions))
}

// actionOf returns the number of an action, or a negative number if there is none.
func actionOf(text json.RawMessage) (int, error) {
	object := struct{ Submission int }{-1}
	if json.Unmarshal(text, &object.Submission) != nil && json.Unmarshal(text, &object) != nil {
		return 0, games.BadInput(`%s is not an action; expected a number or {"submission": number}`, string(text))
	}
	return object.Submission, nil
}
