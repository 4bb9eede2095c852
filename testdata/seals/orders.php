<h1>Orders // title</h1>
<?php
namespace Shop;

use Shop\Store;

const MAX = 50; # the most

#[Entity]
final class Orders extends Base
{
    public const string NAME = 'it\'s # no comment';
    private ?int $total = 1;

    public function create(array $lines): ?Order
    {
        $text = "of {$lines["first"]} // text";
        $query = <<<SQL
            select # text
            SQL;
        return new Order($lines);
    }
}

enum State: string { case Open = 'open'; case Paid = 'paid'; }

function total(int ...$numbers): int { return array_sum($numbers); }
?>
<p>End</p>
