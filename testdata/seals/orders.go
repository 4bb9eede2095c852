package shop

const Max = 50

const (
	Open State = iota // first
	Paid
)

type Order struct {
	ID    string `json:"id"` // number
	Lines []Line
}

type Store interface {
	Find(id string) (*Order, error)
}

var ErrNone, ErrMany = errors.New("none // x"), errors.New("many")

func (o *Order) Total(rates map[string]interface{}) (sum int) {
	for _, line := range o.Lines {
		sum += line.Total()
	}
	return sum
}

func New(id string) interface{} {
	return &Order{ID: id, Lines: []Line{{1, '"'}}}
}
