<?php
/**
 * showdoc
 * @catalog Orders/Write
 * @title Create an order
 * @description Reserves stock in one warehouse for 30 minutes.
 *
 *   - needs the scope `orders:write`
 *   - answers 409 when `stock < quantity`
 * @method post
 * @url https://api.example.com/v1/orders
 * @header Authorization required string Bearer token
 * @param warehouse_id required string where the stock is taken from
 * @param reference optional string your own number,
 *        at most 40 characters
 * @param lines[].sku 必选 string stock | keeping unit
 * @json_param {"warehouse_id":"wh_2","lines":[{"sku":"BRK-0440","quantity":12}],"total":12345678901234567890}
 * @return {"order_id":"ord_7Q2M","state":"reserved"}
 * @return_param order_id string number of the order
 * @return_param state string `reserved`, `confirmed` or `shipped`
 * @remark Sent again with the same key it changes nothing.
 * @number 7
 */
function create() {}

/** nothing for readers */

/**
 * showdoc
 * @catalog Orders
 * @title 订单列表
 * @method get
 * @url /v1/orders
 * @param page 可选 int 页码
 */
function all() {}

/**
 * showdoc
 * @title Ping
 * @url /ping
 */
function ping() {}

/** @title One line; SHOWDOC
 * @url /one */
function one() {}
