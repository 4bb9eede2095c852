using System;

namespace Shop.Orders;

[Route("orders")]
public class OrdersController : Controller
{
    #region fields
    private const int Max = 50;
    #endregion
    public int Total { get; set; } = 1;
    public string Label => $"of {Total:N0} {{ \"x\" }} // text";
    string path = @"c:\temp\"; // "

    [HttpPost]
    public async Task<Order> Create<T>(T order) where T : class
    {
        var text = """raw "quoted" // text""";
        return await store.Add(order);
    }

    public OrdersController(Store store) : base(store) { }
}
public record Line(string Sku, int Quantity);
public enum State { Open, Paid = 2 }
