#include <vector>
#define MAX_LINES 50 // the most
#define SQUARE(x) ((x) * \
  (x))

namespace shop {
struct line { int quantity; char sku[32]; };
typedef struct { int id; } order_t;
typedef unsigned long id_t;
enum state { OPEN, PAID = 2 };
static const char *names[] = { "a // b", "c" };

class Orders final : public Base {
 public:
  Orders(int size) : size_(size), lines_{1, 2} { reset(); }
  ~Orders();
  int total() const;
 private:
  int size_ = 1'000;
};

int Orders::total() const {
  return 'x' / 2; /* "text */
}

template <typename T>
T largest(const T &a, const T &b) {
  return a < b ? b : a;
}

const char *raw = R"x(// "text" )x";
}
int main(int argc, char **argv) { return shop::run(); }
