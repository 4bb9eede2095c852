package shop;

import java.util.Map;

/** Orders. */
@Service
public class Orders implements Store<Order> {
    private static final int MAX = 50;
    private final Map<String, Integer> totals = new HashMap<>();
    char quote = '"'; // "

    public Orders(Store store) {
        this.store = store;
    }

    @PostMapping("/orders")
    public <T extends Order> T create(@Body T order, int count) throws IOException {
        if (count > MAX) { throw new IllegalStateException("// too many"); }
        Runnable later = new Runnable() {
            @Override
            public void run() { int total = 1; }
        };
        return order;
    }

    int size() { return 1; }
    int size(int from) { return 2; }

    enum State { OPEN, PAID("p") { int code() { return 2; } }; int code() { return 1; } }

    interface Listener { void changed(Order order); default int rank() { return 0; } }
    String text = """
        /* text */ "quoted"
        """;
}
